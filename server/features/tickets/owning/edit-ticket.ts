// Creates, changes and gives away digital tickets; no change may reduce what holders were promised.

import type { FieldErrors } from '#contract/http/caller.ts'
import {
  NOT_A_MEMBER_GIVEN,
  OWNER_GIVEN,
  SOLD_OUT,
  TICKET_GIVEN_ALREADY,
  TICKET_OVER,
  typeSoldOut,
} from '#contract/tickets/messages.ts'
import { typedTitle } from '#contract/tickets/ticket-type.ts'
import type { TicketWriting } from '#contract/tickets/writing.schema.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { cancellationTotals } from '#server/features/orders/refunds/cancel-queries.ts'
import { countSold } from '#server/features/orders/resale/queries.ts'
import { countWanted } from '#server/features/orders/waitlist/queries.ts'
import { requireKonbini, requireSeller } from '#server/features/payments/require-seller.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import { roleOf } from '#server/features/rooms/policy.ts'
import { findRoomOf, lockRoom } from '#server/features/rooms/queries.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { ApiError, forbidden, invalid, notFound, orNotFound } from '#server/http/api-error.ts'
import { pictureAfter, pictureStore } from '#server/media/pictures/picture-store.ts'
import { isoNow } from '#server/ports/clock.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Viewer } from '#server/process/deps.ts'
import { lockTicket } from '../issuing/issue-queries.ts'
import { lotteryErrors } from '../lottery/edit-lottery.ts'
import { assertGivable } from '../lottery/reserved-seat.ts'
import { maySetUpTicket } from '../policy.ts'
import { presentOwn } from '../present.ts'
import { findTicket } from '../queries.ts'
import { indexTicket } from '../search-text.ts'
import { typeToGive } from '../types/service.ts'
import { notifyEntryChanged } from './notify.ts'
import {
  changesTypes,
  NO_TYPES,
  openAfter,
  presentOwnTypes,
  saveTypes,
  storedTypes,
  typeErrors,
  withTypes,
} from './owned-types.ts'
import * as query from './owning-queries.ts'
import {
  blankTicketPlan,
  NEEDED,
  type OpenTicketField,
  openTicketFieldsOf,
  plannedTicket,
  type TicketPlan,
} from './plan.ts'
import { type StoredTicket, validateTicketPlan } from './plan-rules.ts'

const ROOM_CLOSED = 'ルームを閉じているため、チケットを作成・変更できません。'
const CANCELLED = '中止したチケットは変更できません。'
const NO_SELLER =
  '有料のチケットを公開するには、収益化の登録が必要です。登録を済ませるか、価格を0円にしてください。'
const STILL_HELD = 'このチケットをお持ちの方、または購入の手続き中の方がいるため、削除できません。'
const HAS_TRACES =
  'お申し込みや受付の記録があるため、削除できません。公開をやめるには、下書きに戻してください。'

interface Named {
  roomid: string
  id: string
}

const PICTURE = { folder: 'public/ticket/', field: 'image' } as const

async function ownRoom(deps: SaleDeps, viewer: Viewer, roomid: string) {
  const room = await getVisibleRoom(deps.db, viewer, roomid)
  if (!room.who.isOwner) throw forbidden()
  return room
}

async function assertPlan(
  deps: SaleDeps,
  tx: Tx,
  plan: TicketPlan,
  before: StoredTicket | null,
  open: readonly OpenTicketField[],
  ownerId: string,
  ofTypes: FieldErrors,
) {
  const errors = { ...validateTicketPlan(plan, before, open, isoNow(deps)), ...ofTypes }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const known = before?.plan
  if (plan.konbini_days > (known?.konbini_days ?? 0)) await requireKonbini(tx, ownerId)
  const isAsked = known?.status !== 'published' || known.amount !== plan.amount
  if (plan.status === 'published' && plan.amount > 0 && isAsked)
    await requireSeller(tx, ownerId, NO_SELLER)
}

const assertAllowed = (deps: SaleDeps, { title, about, venue, types = [] }: TicketWriting) =>
  deps.words.assertAllowed({
    title,
    about,
    venue,
    type_name: types.map(({ name }) => name).join('\n'),
    type_note: types.map(({ note }) => note).join('\n'),
  })

/** The locked ticket of an open room. */
async function lockOwn(tx: Tx, roomId: string, id: string) {
  if ((await lockRoom(tx, roomId)).state !== 1) throw new ApiError(409, ROOM_CLOSED)
  const ticket = await lockTicket(tx, id)
  if (ticket?.room_id !== roomId) throw notFound()
  const { status } = ticket
  if (status === 'cancelled') throw new ApiError(409, CANCELLED)
  return { ...ticket, status }
}

export async function get(deps: SaleDeps, viewer: Viewer, { roomid, id }: Named) {
  const room = await getVisibleRoom(deps.db, viewer, roomid)
  if (!maySetUpTicket(room.who)) throw forbidden()
  const ticket = orNotFound(await findTicket(deps.db, viewer.id, room.id, id))
  const totals = {
    ...(await cancellationTotals(deps.db, 'digital_ticket', id)),
    resold: (await countSold(deps.db, 'digital_ticket', [id])).get(id) ?? 0,
    wanted: await countWanted(deps.db, 'digital_ticket', id),
  }
  const types = await presentOwnTypes(deps.db, viewer.id, ticket, isoNow(deps))
  return presentOwn(ticket, viewer.id, await query.wasIssued(deps.db, id), totals, types)
}

export async function create(
  deps: SaleDeps,
  viewer: Viewer,
  roomid: string,
  read: () => Promise<TicketWriting>,
) {
  const room = await ownRoom(deps, viewer, roomid)
  const input = await read()
  await assertAllowed(deps, input)
  const id = deps.newId()
  const typed = withTypes(plannedTicket(blankTicketPlan(deps.clock.now()), input), input, NO_TYPES)
  const { plan, types } = typed
  const open = openAfter(NEEDED, input, typed)
  await pictureStore(deps, PICTURE).around(viewer.id, input.image, (path) =>
    transact(deps.db, async (tx) => {
      if ((await lockRoom(tx, room.id)).state !== 1) throw new ApiError(409, ROOM_CLOSED)
      const ofTypes = typeErrors(typed, input, NO_TYPES, open, false)
      await assertPlan(deps, tx, plan, null, open, room.owner_id, ofTypes)
      const times = { created_at: isoNow(deps), updated_at: isoNow(deps) }
      const row = { ...plan, ...times, ...UNSOLD, id, room_id: room.id }
      const open_fields = JSON.stringify(open)
      await query.insertTicket(tx, { ...row, open_fields, image_path: path ?? null })
      await indexTicket(deps, tx, row, room)
      await saveTypes(deps, tx, id, types, NO_TYPES)
    }),
  )
  return get(deps, viewer, { roomid, id })
}

export async function change(
  deps: SaleDeps,
  viewer: Viewer,
  { roomid, id }: Named,
  read: () => Promise<TicketWriting>,
) {
  const room = await ownRoom(deps, viewer, roomid)
  const ticket = orNotFound(await findTicket(deps.db, viewer.id, room.id, id))
  if (ticket.status === 'cancelled') throw new ApiError(409, CANCELLED)
  const input = await read()
  await assertAllowed(deps, input)
  const replacedPath = await pictureStore(deps, PICTURE).around(viewer.id, input.image, (path) =>
    transact(deps.db, async (tx) => {
      const before = await lockOwn(tx, room.id, id)
      const types = await storedTypes(tx, id)
      const typed = withTypes(plannedTicket(before, input), input, types)
      const { plan } = typed
      const wasIssued = await query.wasIssued(tx, id)
      const open = openAfter(openTicketFieldsOf(before), input, typed)
      const { listed } = before
      // Types have their own prices.
      const priced = typed.isTyped ? 0 : listed
      const stood = { plan: before, taken: before.taken + listed, listed: priced, wasIssued }
      const isWanted = wasIssued || before.taken + listed + before.waiting > 0
      const ofTypes = {
        ...typeErrors(typed, input, types, open, isWanted),
        ...(await lotteryErrors(tx, id, plan, before, changesTypes(typed, types), isoNow(deps))),
      }
      await assertPlan(deps, tx, plan, stood, open, room.owner_id, ofTypes)
      const image_path = pictureAfter(before.image_path, input.image, path)
      const open_fields = JSON.stringify(open)
      await query.updateTicket(tx, id, {
        ...plan,
        open_fields,
        image_path,
        updated_at: isoNow(deps),
      })
      await indexTicket(deps, tx, { ...plan, id }, room)
      if (before.taken > 0) await notifyEntryChanged(deps, tx, before, plan)
      if (input.types) await saveTypes(deps, tx, id, typed.types, types)
      return image_path === before.image_path ? null : before.image_path
    }),
  )
  await pictureStore(deps, PICTURE).drop(replacedPath)
  return get(deps, viewer, { roomid, id })
}

export async function remove(deps: SaleDeps, viewer: Viewer, { roomid, id }: Named) {
  const room = await ownRoom(deps, viewer, roomid)
  const picture = await transact(deps.db, async (tx) => {
    const ticket = await lockOwn(tx, room.id, id)
    if (ticket.taken > 0 || ticket.waiting > 0 || (await query.wasIssued(tx, id)))
      throw new ApiError(409, STILL_HELD)
    if (await query.hasTraces(tx, id)) throw new ApiError(409, HAS_TRACES)
    await query.deleteTicket(tx, id)
    await deps.engine.search.remove(tx, 'ticket', id)
    return ticket.image_path
  })
  await pictureStore(deps, PICTURE).drop(picture)
}

export async function give(
  deps: SaleDeps,
  viewer: Viewer,
  { roomid, id }: Named,
  { name, type: chosen }: { name: string; type?: string | undefined },
) {
  const room = await ownRoom(deps, viewer, roomid)
  const user = await findUserByName(deps.db, name)
  if (!user) throw invalid({ name: ['このユーザー名の方は見つかりませんでした'] })
  if (user.id === viewer.id) throw new ApiError(409, OWNER_GIVEN)
  const seen = await findRoomOf(deps.db, user.id, room.owner_id)
  const isMember = seen !== undefined && roleOf(seen, user.id).isMember
  const number = await transact(deps.db, async (tx) => {
    const ticket = await lockOwn(tx, room.id, id)
    if (ticket.members_only && !isMember) throw new ApiError(409, NOT_A_MEMBER_GIVEN)
    if (ticket.status !== 'published' || ticket.valid_until <= isoNow(deps))
      throw new ApiError(410, TICKET_OVER)
    const of = { userId: user.id, at: isoNow(deps) }
    await assertGivable(tx, id, of.at)
    const type = await typeToGive(tx, ticket, user.id, chosen ?? null, of.at)
    const ticketTypeId = type?.id ?? null
    const taker = { ...of, seats: 1, isPaying: false, ticketTypeId }
    if (!(await deps.products.digital_ticket.holdSeat(tx, id, taker)))
      throw new ApiError(409, type ? typeSoldOut(type.name) : SOLD_OUT)
    const grant = { ...of, productId: id, orderId: null, ticketTypeId, liveOnly: false, seats: 1 }
    const granted = await deps.products.digital_ticket.grant(deps, tx, grant)
    if (!granted || granted.already) throw new ApiError(409, TICKET_GIVEN_ALREADY)
    const title = typedTitle(ticket.title, type?.name ?? null)
    const email = { letter: 'ticketGiven', title, ticketId: granted.id } as const
    await enqueueEmail(deps, tx, granted.id, { ...email, to: user.email })
    const notice = { notice: 'ticketGiven', subjectId: granted.id } as const
    await enqueueNotification(deps, tx, { to: user.id, about: granted.id, notice })
    return (await query.numberOfIssued(tx, granted.id)).number
  })
  await deps.bus.publish(RIGHTS_CHANGED, user.id)
  return { number }
}

const UNSOLD = { taken: 0, waiting: 0, listed: 0, plan_epoch: 0, door_changes: 0 } as const
