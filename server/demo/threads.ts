import { defined, entryOf } from '#contract/lib/defined.ts'
import { readersOf } from './members.ts'
import type { DemoPerson } from './people.ts'
import { FILM, FILM_STILL, innerPath, SCENE_SIZE, SOUND } from './pictures.ts'
import { COMMENTS, REPLIES } from './plans/comment-lines.ts'
import type { ThreadPlan } from './plans/thread-plan.ts'
import { THREAD_PLANS } from './plans/thread-plans.ts'
import type { DemoRoom } from './rooms.ts'
import { type Book, HOUR, MINUTE } from './tables.ts'

/** Adds threads with comments and reactions. */
export function addThreads(
  book: Book,
  people: Map<string, DemoPerson>,
  rooms: Map<string, DemoRoom>,
) {
  for (const plan of THREAD_PLANS) {
    const room = entryOf(rooms, plan.room)
    const readers = readersOf(book, room)
    const created_at = book.ago(plan.hours * HOUR)
    const { id } = book.add('thread', {
      id: book.newId(),
      room_id: room.id,
      author_id: entryOf(people, plan.by ?? plan.room).id,
      title: plan.title,
      text: plan.text,
      pinned: plan.pinned ? 1 : 0,
      is_previewed: 1,
      comments: 0,
      reactions: 0,
      created_at,
      updated_at: created_at,
      hidden_by: null,
    })
    addMedia(book, id, plan)
    addComments(book, id, plan, room, readers)
    const soon = Math.min(plan.hours, 70) * HOUR
    for (const user_id of book.some(readers, plan.likes ?? 5))
      book.add('reaction', {
        thread_id: id,
        user_id,
        created_at: new Date(Date.parse(created_at) + book.random() * soon).toISOString(),
      })
  }
}

function addMedia(book: Book, thread_id: string, { images = [], sound, film }: ThreadPlan) {
  const blank = {
    thread_id,
    small_path: null,
    thumbnail_path: null,
    width: null,
    height: null,
    bytes: 0,
  }
  for (const [position, scene] of images.entries())
    book.add('thread_media', {
      ...blank,
      id: book.newId(),
      kind: 'image',
      position,
      path: innerPath(scene, 'full'),
      small_path: innerPath(scene, 'small'),
      ...SCENE_SIZE,
    })
  if (sound)
    book.add('thread_media', {
      ...blank,
      id: book.newId(),
      kind: 'audio',
      position: 0,
      path: SOUND,
    })
  if (film)
    book.add('thread_media', {
      ...blank,
      id: book.newId(),
      kind: 'video',
      position: 0,
      path: FILM,
      thumbnail_path: FILM_STILL,
      width: 640,
      height: 360,
    })
}

function addComments(
  book: Book,
  thread_id: string,
  plan: ThreadPlan,
  room: DemoRoom,
  readers: string[],
) {
  const texts = [...(plan.firstComments ?? []), ...book.some(COMMENTS, COMMENTS.length)]
  const count = Math.min(plan.comments ?? 3, texts.length)
  const span = Math.min(plan.hours, 90) * HOUR - MINUTE
  const start = Date.parse(book.ago(plan.hours * HOUR))
  for (let n = 0; n < count; n++) {
    const at = start + (span * (n + 0.5)) / count
    const parent = book.add('comment', {
      id: book.newId(),
      thread_id,
      author_id: book.pick(readers),
      client_id: null,
      hidden_by: null,
      parent_id: null,
      text: defined(texts[n], 'a text'),
      created_at: new Date(Math.round(at)).toISOString(),
    })
    if (n % 4 !== 1) continue
    book.add('comment', {
      id: book.newId(),
      thread_id,
      author_id: room.owner_id,
      client_id: null,
      hidden_by: null,
      parent_id: parent.id,
      text: book.pick(REPLIES),
      created_at: new Date(Math.round(at + span / count / 2)).toISOString(),
    })
  }
}
