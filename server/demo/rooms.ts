import { entryOf } from '#contract/lib/defined.ts'
import { splitTags, tagKey } from '#contract/shared/tags.ts'
import type { Schema } from '#server/db/schema.ts'
import type { DemoPerson } from './people.ts'
import { iconPath, scenePath, stampPath } from './pictures.ts'
import { ROOM_PLANS, STAFF } from './plans/room-plans.ts'
import { type Book, DAY } from './tables.ts'

export type DemoRoom = Schema['room']

export function addRooms(book: Book, people: Map<string, DemoPerson>): Map<string, DemoRoom> {
  const rooms = new Map<string, DemoRoom>()
  for (const plan of ROOM_PLANS) {
    const created_at = book.ago(plan.age * DAY)
    const room = book.add('room', {
      id: book.newId(),
      owner_id: entryOf(people, plan.owner).id,
      title: plan.title,
      about: plan.about,
      amount: plan.amount,
      state: plan.state ?? 1,
      header_image_path: scenePath(plan.scene),
      icon_image_path: iconPath(plan.scene),
      tint: plan.tint,
      genre: plan.genre ?? null,
      tags: plan.tags,
      subscribers: 0,
      last_posted_at: null,
      created_at,
      updated_at: created_at,
    })
    rooms.set(plan.owner, room)
    for (const tag of splitTags(plan.tags))
      book.add('room_tag', { tag: tagKey(tag), room_id: room.id })
    for (const [position, [title, url]] of (plan.menus ?? []).entries())
      book.add('room_menu', { id: book.newId(), room_id: room.id, title, url, position })
    for (const [position, [name, art]] of (plan.stamps ?? []).entries())
      book.add('stamp', {
        ...{ id: book.newId(), room_id: room.id, name, image_path: stampPath(art), position },
        created_at,
      })
  }
  addStaff(book, people, rooms)
  return rooms
}

function addStaff(book: Book, people: Map<string, DemoPerson>, rooms: Map<string, DemoRoom>) {
  for (const [room, name, role] of STAFF)
    book.add('room_staff', {
      room_id: entryOf(rooms, room).id,
      user_id: entryOf(people, name).id,
      role,
      created_at: book.ago(120 * DAY),
    })
}
