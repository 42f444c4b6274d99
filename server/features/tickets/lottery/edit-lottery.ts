// What the owner of a ticket sets: its lottery, and what stands once people may apply.

import { randomBytes } from 'node:crypto'
import type { FieldErrors } from '#contract/http/caller.ts'
import { DAY_MS, MINUTE_MS } from '#contract/lib/durations.ts'
import type { OwnLottery } from '#contract/lottery/calls.ts'
import { commitmentOf } from '#contract/lottery/draw.ts'
import { LOTTERY_MAX, RESULT_AFTER_MINUTES } from '#contract/lottery/limits.ts'
import {
  LOTTERY_CLOSES_EARLY,
  LOTTERY_ENDS_EARLY,
  LOTTERY_ENDS_LATE,
  LOTTERY_FIXES,
  LOTTERY_NEEDS_DATES,
  LOTTERY_NO_RESALE,
  LOTTERY_OPENS_PAST,
  LOTTERY_RESULT_BEFORE_SALE,
  LOTTERY_RESULT_EARLY,
  LOTTERY_SOLD,
  LOTTERY_STANDS,
  LOTTERY_START_FIXES,
  NO_RESALE_WITH_LOTTERY,
} from '#contract/lottery/messages.ts'
import { lotteryPhaseAt } from '#contract/lottery/phase.ts'
import type { LotteryInput } from '#contract/lottery/shapes.ts'
import { salesStart } from '#contract/shared/rules.ts'
import { textsOf } from '#server/db/json.ts'
import type { Lottery } from '#server/db/schema/lotteries.ts'
import type { DigitalTicket } from '#server/db/schema/tickets.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { ApiError, forbidden, invalid, notFound, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { lockTicket } from '../issuing/issue-queries.ts'
import { openTicketFieldsOf, type TicketPlan } from '../owning/plan.ts'
import { findTicket } from '../queries.ts'
import { listTypes } from '../types/queries.ts'
import { isTold, presentLottery } from './present.ts'
import * as query from './queries.ts'

interface InRoom {
  roomid: string
  id: string
}

const SECRET_BYTES = 32

async function getOwnTicket(deps: Deps, viewer: Viewer, { roomid, id }: InRoom) {
  const room = await getVisibleRoom(deps.db, viewer, roomid)
  if (!room.who.isOwner) throw forbidden()
  return orNotFound(await findTicket(deps.db, viewer.id, room.id, id))
}

/** Errors of a lottery by field. `now`: an instant. */
function validateLottery(
  input: LotteryInput,
  { amount, valid_until, starts_at }: Pick<DigitalTicket, 'amount' | 'valid_until' | 'starts_at'>,
  now: string,
): FieldErrors {
  const errors: FieldErrors = {}
  const { opens_at, closes_at, announced_at, ends_at, buy_days } = input
  const after = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()
  if (opens_at <= now) errors.opens_at = [LOTTERY_OPENS_PAST]
  if (closes_at <= opens_at) errors.closes_at = [LOTTERY_CLOSES_EARLY]
  if (announced_at < after(closes_at, RESULT_AFTER_MINUTES * MINUTE_MS))
    errors.announced_at = [LOTTERY_RESULT_EARLY]
  else if (announced_at < (salesStart(amount, valid_until) ?? ''))
    errors.announced_at = [LOTTERY_RESULT_BEFORE_SALE]
  if (ends_at < after(announced_at, buy_days * DAY_MS)) errors.ends_at = [LOTTERY_ENDS_EARLY]
  else if (ends_at > starts_at) errors.ends_at = [LOTTERY_ENDS_LATE]
  return errors
}

/** Whether applications have not begun: until then everything may be changed. */
const isPlanned = (lottery: Lottery, now: string) => lotteryPhaseAt(lottery, now) === 'planned'

/** A ticket that was sold already cannot be drawn. */
async function isUnsold(db: Db, ticket: Pick<DigitalTicket, 'id' | 'waiting' | 'listed'>) {
  return ticket.waiting + ticket.listed === 0 && !(await query.isOrdered(db, ticket.id))
}

async function countsOf(db: Db, lottery: Lottery, now: string): Promise<OwnLottery['counts']> {
  const id = lottery.digital_ticket_id
  const sizes = await query.listSizes(db, id)
  const types = (await listTypes(db, [id])).map((type) => type.id as string | null)
  const groups = Array<number>(LOTTERY_MAX.group).fill(0)
  const wanted = new Map((types.length > 0 ? types : [null]).map((type) => [type, [0, 0, 0]]))
  let people = 0
  for (const { choices, people: size } of sizes) {
    people += Number(size)
    groups[Number(size) - 1] = (groups[Number(size) - 1] ?? 0) + 1
    const chosen = types.length > 0 ? textsOf(choices) : [null]
    for (const [n, type] of chosen.entries()) {
      const counts = wanted.get(type)
      if (counts) counts[n] = (counts[n] ?? 0) + 1
    }
  }
  const offers = isTold(lottery, now) ? await query.countOffers(db, id) : []
  const numberOf = (fits: (outcome: string | null) => boolean) =>
    offers.filter(({ outcome }) => fits(outcome)).reduce((sum, { count }) => sum + Number(count), 0)
  return {
    people,
    groups,
    choices: [...wanted].map(([type, counts]) => ({ type, wanted: counts })),
    won: numberOf(() => true),
    bought: numberOf((outcome) => outcome === 'taken'),
    open: numberOf((outcome) => outcome === null),
    lapsed: numberOf((outcome) => outcome !== null && outcome !== 'taken'),
  }
}

const NO_COUNTS = { people: 0, groups: [], choices: [], won: 0, bought: 0, open: 0, lapsed: 0 }

export async function getOwn(deps: Deps, viewer: Viewer, of: InRoom): Promise<OwnLottery> {
  const ticket = await getOwnTicket(deps, viewer, of)
  const lottery = await query.findLottery(deps.db, of.id)
  const now = isoNow(deps)
  const isOpen = openTicketFieldsOf(ticket).length === 0 && ticket.status !== 'cancelled'
  const set = isOpen && (lottery ? isPlanned(lottery, now) : await isUnsold(deps.db, ticket))
  return {
    lottery: lottery ? presentLottery(lottery, now) : null,
    can: { set },
    counts: lottery ? await countsOf(deps.db, lottery, now) : NO_COUNTS,
  }
}

/** Stores a lottery: its secret is made, and the commitment published, before anybody can apply. */
async function put(deps: Deps, tx: Tx, ticket: DigitalTicket, input: LotteryInput) {
  const now = isoNow(deps)
  if (openTicketFieldsOf(ticket).length > 0) throw new ApiError(409, LOTTERY_NEEDS_DATES)
  if (!(await isUnsold(tx, ticket))) throw new ApiError(409, LOTTERY_SOLD)
  if (ticket.resale_until !== null) throw new ApiError(409, LOTTERY_NO_RESALE)
  const errors = validateLottery(input, ticket, now)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { members_first, then_sold, ...times } = input
  const row = {
    ...times,
    members_first: members_first ? 1 : 0,
    then_sold: then_sold ? 1 : 0,
  } as const
  if (await query.lockLottery(tx, ticket.id)) return query.updateLottery(tx, ticket.id, row)
  const secret = randomBytes(SECRET_BYTES).toString('hex')
  await query.insertLottery(tx, {
    ...row,
    ...{ digital_ticket_id: ticket.id, secret, commitment: commitmentOf(secret), created_at: now },
    ...{ list_hash: null, drawn_at: null, over_at: null, passed_places: null },
  })
}

export async function set(deps: Deps, viewer: Viewer, of: InRoom, input: LotteryInput) {
  const { room_id } = await getOwnTicket(deps, viewer, of)
  await transact(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, of.id)
    if (ticket?.room_id !== room_id || ticket.status === 'cancelled') throw notFound()
    const before = await query.lockLottery(tx, of.id)
    if (!before || isPlanned(before, isoNow(deps))) return put(deps, tx, ticket, input)
    // Only a promise that is added: the rest is sold after all.
    const isSame =
      input.opens_at === before.opens_at &&
      input.closes_at === before.closes_at &&
      input.announced_at === before.announced_at &&
      input.ends_at === before.ends_at &&
      input.buy_days === before.buy_days &&
      input.max_group === before.max_group &&
      input.members_first === (before.members_first === 1)
    if (!isSame || (before.then_sold === 1 && !input.then_sold))
      throw new ApiError(409, LOTTERY_STANDS)
    await query.updateLottery(tx, of.id, { then_sold: input.then_sold ? 1 : 0 })
  })
  return getOwn(deps, viewer, of)
}

export async function remove(deps: Deps, viewer: Viewer, of: InRoom) {
  await getOwnTicket(deps, viewer, of)
  await transact(deps.db, async (tx) => {
    await lockTicket(tx, of.id)
    const lottery = await query.lockLottery(tx, of.id)
    if (!lottery) return
    if (!isPlanned(lottery, isoNow(deps))) throw new ApiError(409, LOTTERY_STANDS)
    await query.deleteLottery(tx, of.id)
  })
}

/** Columns that stand while people apply and buy by lot: they were promised. */
const FIXED = ['amount', 'members_only', 'named'] as const

/** Errors of a ticket's form beside its lottery, in the transaction that changes it. */
export async function lotteryErrors(
  tx: Tx,
  id: string,
  plan: TicketPlan,
  before: TicketPlan,
  changesTypes: boolean,
  now: string,
): Promise<FieldErrors> {
  const lottery = await query.findLottery(tx, id)
  if (!lottery) return {}
  const errors: FieldErrors = {}
  if (plan.resale_until !== null) errors.resale_until = [NO_RESALE_WITH_LOTTERY]
  const phase = lotteryPhaseAt(lottery, now)
  if (phase === 'over') return errors
  if (plan.starts_at < lottery.ends_at) errors.start = [LOTTERY_START_FIXES]
  if (phase === 'planned') return errors
  for (const name of FIXED) if (plan[name] !== before[name]) errors[name] = [LOTTERY_FIXES]
  // More places go to the next of the order.
  if (plan.capacity < before.capacity) errors.capacity = [LOTTERY_FIXES]
  if (plan.status !== before.status) errors.status = [LOTTERY_FIXES]
  if (changesTypes) errors.types = [LOTTERY_FIXES]
  return errors
}
