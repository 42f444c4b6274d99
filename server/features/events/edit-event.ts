// Creates and changes events; no change may reduce what ticket holders paid for.

import type { EventWriting } from '#contract/events/shapes.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { SELLER_ROOM_NEEDED } from '#contract/monetization/messages.ts'
import { splitTags } from '#contract/shared/tags.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { putTags } from '#server/db/tags.ts'
import { transact } from '#server/db/transact.ts'
import { requireKonbini, requireSeller } from '#server/features/payments/require-seller.ts'
import { lockRoom } from '#server/features/rooms/queries.ts'
import { postRoomNews } from '#server/features/rooms/room-news.ts'
import { ApiError, invalid, notFound, orNotFound } from '#server/http/api-error.ts'
import { pictureAfter, pictureStore } from '#server/media/pictures/picture-store.ts'
import { isoNow } from '#server/ports/clock.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './edit-queries.ts'
import { notifyChanged } from './notify.ts'
import {
  ALL_OPEN,
  blankEventPlan,
  type EventPlan,
  type OpenEventField,
  openEventFieldsAfter,
  openEventFieldsOf,
  plannedEvent,
} from './plan.ts'
import { type StoredEvent, validateEventPlan } from './plan-rules.ts'
import { eventText } from './present.ts'
import { lockEvent } from './seat-queries.ts'
import { getOwn, getVisibleEvent } from './service.ts'

const ROOM_CLOSED = 'ルームを閉じているため、イベントを作成・変更できません。'
const CANCELLED = '中止したイベントは変更できません。'
const NO_SELLER =
  '有料のイベントを公開するには、収益化の登録が必要です。登録を済ませるか、価格を0円にしてください。'

const refuseClosed = (state: Schema['room']['state']) => {
  if (state !== 1) throw new ApiError(409, ROOM_CLOSED)
}
type Room = NonNullable<Awaited<ReturnType<typeof query.findOwnRoom>>>

const PICTURE = { folder: 'public/event/', field: 'thumbnail_image' } as const

async function openRoomOf(deps: Deps, viewer: Viewer): Promise<Room> {
  const room = await query.findOwnRoom(deps.db, viewer.id)
  if (!room) throw new ApiError(409, SELLER_ROOM_NEEDED)
  refuseClosed(room.state)
  return room
}

async function assertPlan(
  deps: Deps,
  tx: Tx,
  plan: EventPlan,
  before: StoredEvent | null,
  open: readonly OpenEventField[],
  room: Room,
) {
  const errors = validateEventPlan(plan, before, open, isoNow(deps))
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (plan.konbini_days > (before?.konbini_days ?? 0)) await requireKonbini(tx, room.owner_id)
  const isAsked = before?.status !== 'published' || before.amount !== plan.amount
  if (plan.status !== 'published' || plan.amount === 0 || !isAsked) return
  await requireSeller(tx, room.owner_id, NO_SELLER)
}

const assertAllowed = (deps: Deps, { title, about, tags = '' }: EventWriting) =>
  deps.words.assertAllowed({ title, about, tags: splitTags(tags) })

async function index(deps: Deps, tx: Tx, id: string, plan: EventPlan, room: Room) {
  await putTags(tx, 'event', id, plan.tags)
  await deps.engine.search.put(tx, 'event', id, eventText(plan, room))
}

/** Notifies the room's members when an event is published. */
async function announce(
  deps: Deps,
  tx: Tx,
  eventId: string,
  plan: EventPlan,
  { id, owner_id, name, title }: Room,
) {
  if (plan.status !== 'published') return
  const about = { eventId, room: name, roomTitle: title, title: plan.title, start: plan.start_at }
  const notification = { notice: 'newEvent', ...about } as const
  await postRoomNews(deps, tx, { roomId: id, by: owner_id, about: eventId, notice: notification })
}

async function add(deps: Deps, room: Room, input: EventWriting, path: string | undefined) {
  const id = deps.newId()
  const plan = plannedEvent(blankEventPlan(deps.clock.now()), input)
  const open = openEventFieldsAfter(ALL_OPEN, input)
  await transact(deps.db, async (tx) => {
    refuseClosed((await lockRoom(tx, room.id)).state)
    await assertPlan(deps, tx, plan, null, open, room)
    const row = { ...plan, open_fields: JSON.stringify(open), thumbnail_image_path: path ?? null }
    await query.insertEvent(tx, {
      ...UNBEGUN,
      ...row,
      id,
      room_id: room.id,
      created_at: isoNow(deps),
      updated_at: isoNow(deps),
    })
    await index(deps, tx, id, plan, room)
    await announce(deps, tx, id, plan, room)
  })
  return id
}

/** Returns the previous picture if it was replaced. */
async function change(
  deps: Deps,
  tx: Tx,
  room: Room,
  id: string,
  input: EventWriting,
  path: string | undefined,
) {
  refuseClosed((await lockRoom(tx, room.id)).state)
  const before = orNotFound(await lockEvent(tx, id))
  if (before.status === 'cancelled') throw new ApiError(409, CANCELLED)
  const known = { ...before, status: before.status }
  const plan = plannedEvent(known, input)
  const open = openEventFieldsAfter(openEventFieldsOf(before), input)
  await assertPlan(deps, tx, plan, known, open, room)
  const picture = pictureAfter(before.thumbnail_image_path, input.thumbnail_image, path)
  const row = {
    ...plan,
    archive_until: longer(before, plan),
    open_fields: JSON.stringify(open),
    thumbnail_image_path: picture,
    changes: before.changes + 1,
    moved_from: movedFrom(before, plan),
    updated_at: isoNow(deps),
  }
  await query.updateEvent(tx, id, row)
  if (before.status === 'published' && before.start_at !== plan.start_at)
    await query.insertMove(tx, {
      id: deps.newId(),
      event_id: id,
      from_start: before.start_at,
      moved_at: isoNow(deps),
    })
  await index(deps, tx, id, plan, room)
  if (before.status !== 'published') await announce(deps, tx, id, plan, room)
  await notifyChanged(deps, tx, before, row)
  return picture === before.thumbnail_image_path ? null : before.thumbnail_image_path
}

export async function createEvent(deps: Deps, viewer: Viewer, read: () => Promise<EventWriting>) {
  await openRoomOf(deps, viewer)
  const input = await read()
  const room = await openRoomOf(deps, viewer)
  await assertAllowed(deps, input)
  const id = await pictureStore(deps, PICTURE).around(viewer.id, input.thumbnail_image, (path) =>
    add(deps, room, input, path),
  )
  await deps.bus.publish(EVENT_CHANGED, id)
  return getOwn({ ...deps, read: deps.db }, viewer, id)
}

export async function changeEvent(
  deps: Deps,
  viewer: Viewer,
  id: string,
  read: () => Promise<EventWriting>,
) {
  const { seat } = await getVisibleEvent(deps.db, viewer, id, isoNow(deps))
  if (!seat.who.isOwner) throw notFound()
  await openRoomOf(deps, viewer)
  const input = await read()
  const room = await openRoomOf(deps, viewer)
  await assertAllowed(deps, input)
  const replacedPath = await pictureStore(deps, PICTURE).around(
    viewer.id,
    input.thumbnail_image,
    (path) => transact(deps.db, (tx) => change(deps, tx, room, id, input, path)),
  )
  await pictureStore(deps, PICTURE).drop(replacedPath)
  await deps.bus.publish(EVENT_CHANGED, id)
  return getOwn({ ...deps, read: deps.db }, viewer, id)
}

const UNBEGUN = {
  taken: 0,
  waiting: 0,
  listed: 0,
  participants: 0,
  last_number: 0,
  archive: 0,
  archive_until: null,
  publishment_flg: 0,
  slow_seconds: 0,
  ng_words: '[]',
  changes: 0,
  moved_from: null,
  archive_deleted_at: null,
} as const

/** Extends an open archive window by the added days. */
function longer(before: Schema['event'], plan: EventPlan): string | null {
  if (before.archive_until === null) return null
  const more = (plan.archive_days - before.archive_days) * DAY_MS
  return new Date(Date.parse(before.archive_until) + more).toISOString()
}

/** The previously announced start; unchanged for an event without ticket holders. */
const movedFrom = (before: Schema['event'], plan: EventPlan) =>
  before.participants > 0 && plan.start_at !== before.start_at ? before.start_at : before.moved_from
