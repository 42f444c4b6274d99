// 抽選販売 as fans see it: what is published of a lottery, and their own application.

import { randomBytes } from 'node:crypto'
import type { LotteryApplication } from '#contract/lottery/calls.ts'
import { APPLICATIONS, LOTTERY_MAX } from '#contract/lottery/limits.ts'
import {
  APPLIED_TOO_OFTEN,
  GROUP_CHOICES,
  GROUP_FULL,
  GROUP_GONE,
  LOTTERY_CHOICE_GONE,
  LOTTERY_CHOICE_NEEDED,
  LOTTERY_CHOICE_NOT_FOR_ALL,
  LOTTERY_CHOICE_TWICE,
  LOTTERY_CLOSED,
  LOTTERY_EARLY,
} from '#contract/lottery/messages.ts'
import { lotteryPhaseAt } from '#contract/lottery/phase.ts'
import { textsOf } from '#server/db/json.ts'
import type { Lottery } from '#server/db/schema/lotteries.ts'
import type { TicketType } from '#server/db/schema/tickets.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { findOrder } from '#server/features/orders/checkout/queries.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { idOf } from '#server/features/profile/member.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { ApiError, invalid, notFound, orNotFound } from '#server/http/api-error.ts'
import type { FileAnswer } from '#server/http/routes.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { maySeeTicket } from '../policy.ts'
import { findTicket } from '../queries.ts'
import { getBuyable } from '../sale.ts'
import { listTypes } from '../types/queries.ts'
import { assertForType, refusedFor } from '../types/service.ts'
import { notifyApplied } from './notify.ts'
import { isTold, presentLottery } from './present.ts'
import * as query from './queries.ts'

interface InRoom {
  roomid: string
  id: string
}
export interface ApplicationInput {
  choices: string[]
  contribution: string
  invite?: string | undefined
}

/** Short enough to compare by eye, and never guessed. */
const PUBLIC_ID_BYTES = 12
const INVITE_BYTES = 16
const token = (bytes: number) => randomBytes(bytes).toString('base64url')

/** The lottery of a ticket that the viewer may see. */
async function getVisibleLottery(deps: Deps, viewer: Viewer | null, { roomid, id }: InRoom) {
  const room = await getVisibleRoom(deps.read, viewer, roomid)
  const ticket = await findTicket(deps.read, idOf(viewer), room.id, id)
  if (!ticket || !maySeeTicket(room.who, ticket.status, Boolean(ticket.was_held))) throw notFound()
  return orNotFound(await query.findLottery(deps.read, id))
}

export const get = async (deps: Deps, viewer: Viewer | null, of: InRoom) =>
  presentLottery(await getVisibleLottery(deps, viewer, of), isoNow(deps))

const textFile = (text: string, tag: string) =>
  new Reply<FileAnswer>(
    { bytes: new TextEncoder().encode(text), type: 'text/plain; charset=UTF-8' },
    { tag },
  )

/** The frozen list: the same for everybody, for good. */
export async function getList(deps: Deps, of: InRoom) {
  const { list_hash } = await getVisibleLottery(deps, null, of)
  const text = list_hash !== null && (await query.findText(deps.read, of.id))
  if (!text) throw notFound()
  return textFile(text.list, list_hash)
}

export async function getResult(deps: Deps, of: InRoom) {
  const lottery = await getVisibleLottery(deps, null, of)
  const text = isTold(lottery, isoNow(deps)) && (await query.findText(deps.read, of.id))
  if (!text || text.result === null) throw notFound()
  return textFile(text.result, `result-${lottery.list_hash}`)
}

const NOTHING = {
  public_id: null,
  contribution: null,
  choices: [],
  group: [],
  invite: null,
  type: null,
  until: null,
} as const

type Standing = Pick<LotteryApplication, 'state' | 'type' | 'until'>

/** What became of an application: nothing is known before the minute of the results. */
async function outcomeOf(
  db: Db,
  lottery: Lottery,
  viewer: Viewer,
  wonAt: string | null,
  now: string,
): Promise<Standing> {
  if (!isTold(lottery, now)) return { state: 'applied', type: null, until: null }
  const offer = wonAt && (await query.findDrawnOffer(db, lottery.digital_ticket_id, viewer.id))
  if (!offer || offer.created_at > now) return { state: 'lost', type: null, until: null }
  const { ticket_type_id: type, expires_at: until, closed_at, outcome } = offer
  const order = offer.order_id === null ? undefined : await findOrder(db, offer.order_id)
  const isPaying = outcome === 'taken' && order?.state === 'open'
  if (outcome === 'taken' && !isPaying && order?.state !== 'failed')
    return { state: 'bought', type, until }
  const isOpen = closed_at === null && until > now
  return { state: isOpen || isPaying ? 'won' : 'lapsed', type, until }
}

/** Whether the viewer may buy the ticket if they won, and is asked to apply now. */
async function mayApply(deps: SaleDeps, viewer: Viewer, lottery: Lottery) {
  const now = isoNow(deps)
  if (lotteryPhaseAt(lottery, now) !== 'open' || lottery.list_hash !== null) return false
  try {
    await getBuyable(deps, viewer, lottery.digital_ticket_id)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** What everybody asks for at the minute of the results: it waits for nothing that is written then. */
export const getOwn = (deps: SaleDeps, viewer: Viewer, id: string, invite: string | undefined) =>
  readOwn({ ...deps, db: deps.read }, viewer, id, invite)

async function readOwn(
  deps: SaleDeps,
  viewer: Viewer,
  id: string,
  invite: string | undefined,
): Promise<LotteryApplication> {
  const { db } = deps
  const lottery = orNotFound(await query.findLottery(db, id))
  await getTicketSeen(deps, viewer, id)
  const now = isoNow(deps)
  const can = { apply: await mayApply(deps, viewer, lottery) }
  const invited = invite === undefined ? undefined : await query.findInvited(db, id, invite)
  const inviting = invited && (await query.listGroup(db, invited.id))[0]
  const invited_by = inviting?.display_name ?? null
  const own = await query.findApplication(db, id, viewer.id)
  if (!own) return { ...NOTHING, state: 'none', choices: [], group: [], invited_by, can }
  const people = await query.listGroup(db, own.group_id)
  const isOpen = lotteryPhaseAt(lottery, now) === 'open'
  const group = people.map(({ user_id, display_name }, n) => ({
    display_name: display_name ?? '退会した方',
    own: user_id === viewer.id,
    leads: n === 0,
  }))
  return {
    ...(await outcomeOf(db, lottery, viewer, own.won_at, now)),
    public_id: own.public_id,
    contribution: own.contribution,
    choices: textsOf(own.choices),
    group: group.length > 1 ? group : [],
    invite: isOpen && people.length < lottery.max_group ? own.invite : null,
    invited_by,
    can,
  }
}

/** 404 for a ticket that the viewer may not see. */
async function getTicketSeen(deps: SaleDeps, viewer: Viewer, id: string) {
  try {
    await getBuyable(deps, viewer, id)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 404) throw error
  }
}

/** The locked lottery while it takes applications. Throws an `ApiError` before and after. */
async function lockOpen(deps: SaleDeps, tx: Tx, id: string): Promise<Lottery> {
  const lottery = orNotFound(await query.lockLottery(tx, id))
  const phase = lotteryPhaseAt(lottery, isoNow(deps))
  if (phase === 'planned') throw new ApiError(409, LOTTERY_EARLY)
  // Frozen: also if the clock of this process is behind.
  if (phase !== 'open' || lottery.list_hash !== null) throw new ApiError(410, LOTTERY_CLOSED)
  return lottery
}

/** Checks the choices: of the ticket's types, those that are sold, each once. */
async function assertChoices(db: Db, ticketId: string, choices: string[]) {
  const types = (await listTypes(db, [ticketId])).filter(({ closed }) => closed === 0)
  const refuse = (message: string) => invalid({ choices: [message] })
  if (types.length > 0 && choices.length === 0) throw refuse(LOTTERY_CHOICE_NEEDED)
  if (choices.length > LOTTERY_MAX.choices) throw refuse(LOTTERY_CHOICE_NEEDED)
  if (new Set(choices).size < choices.length) throw refuse(LOTTERY_CHOICE_TWICE)
  if (!choices.every((id) => types.some((type) => type.id === id)))
    throw refuse(LOTTERY_CHOICE_GONE)
  return types.filter(({ id }) => choices.includes(id))
}

/** Whoever leads a group chooses for all of it. */
async function assertForOthers(
  tx: Tx,
  type: TicketType,
  roomId: string,
  people: { user_id: string | null }[],
  now: string,
) {
  for (const { user_id } of people)
    if (user_id !== null && (await refusedFor(tx, type, roomId, user_id, now)))
      throw invalid({ choices: [LOTTERY_CHOICE_NOT_FOR_ALL] })
}

type Own = NonNullable<Awaited<ReturnType<typeof query.findApplication>>>

/** The place of the next person who joins a group. */
const nextPosition = (people: { position: number }[]) => (people.at(-1)?.position ?? -1) + 1

/** The group that an application belongs to afterwards, and its place there. */
async function groupFor(
  deps: SaleDeps,
  tx: Tx,
  lottery: Lottery,
  viewer: Viewer,
  own: Own | undefined,
  { choices, invite }: ApplicationInput,
): Promise<{ id: string; choices: string[]; position: number }> {
  const ticketId = lottery.digital_ticket_id
  if (invite !== undefined) {
    const group = await query.findInvited(tx, ticketId, invite)
    if (!group) throw new ApiError(409, GROUP_GONE)
    const people = await query.listGroup(tx, group.id)
    const isIn = people.some(({ user_id }) => user_id === viewer.id)
    if (!isIn && people.length >= lottery.max_group) throw new ApiError(409, GROUP_FULL)
    return { id: group.id, choices: textsOf(group.choices), position: nextPosition(people) }
  }
  const stored = JSON.stringify(choices)
  if (own) {
    const [leader] = await query.listGroup(tx, own.group_id)
    if (leader?.user_id !== viewer.id) throw new ApiError(409, GROUP_CHOICES)
    await query.setChoices(tx, own.group_id, stored)
    return { id: own.group_id, choices, position: own.position }
  }
  const group = { id: deps.newId(), digital_ticket_id: ticketId, invite: token(INVITE_BYTES) }
  const unwon = { won_at: null, ticket_type_id: null, created_at: isoNow(deps) }
  await query.insertGroup(tx, { ...group, ...unwon, choices: stored })
  return { id: group.id, choices, position: 0 }
}

/** Applies, or changes the application. Whoever follows an invitation applies with that group, and by its choices. */
export async function apply(deps: SaleDeps, viewer: Viewer, id: string, input: ApplicationInput) {
  const ticket = await getBuyable(deps, viewer, id)
  deps.throttles.own('applications', APPLICATIONS).count(viewer.id, APPLIED_TOO_OFTEN)
  const isNew = await transact(deps.db, async (tx) => {
    const lottery = await lockOpen(deps, tx, id)
    const at = isoNow(deps)
    const own = await query.findApplication(tx, id, viewer.id)
    if (input.invite === undefined) await assertChoices(tx, id, input.choices)
    const group = await groupFor(deps, tx, lottery, viewer, own, input)
    const others = own?.group_id === group.id ? await query.listGroup(tx, group.id) : []
    for (const type of await assertChoices(tx, id, group.choices)) {
      await assertForType(tx, type, ticket.room_id, viewer.id, at)
      await assertForOthers(tx, type, ticket.room_id, others, at)
    }
    if (own && own.group_id !== group.id) {
      await query.moveTo(tx, own.public_id, group.id, group.position)
      await query.deleteEmptyGroup(tx, own.group_id)
    }
    if (own) return false
    const application = {
      ...{ public_id: token(PUBLIC_ID_BYTES), digital_ticket_id: id, group_id: group.id },
      position: group.position,
      ...{ user_id: viewer.id, contribution: input.contribution, created_at: at },
    }
    await query.insertApplication(tx, application)
    await notifyApplied(deps, tx, ticket, lottery, viewer.id, application)
    return true
  })
  return new Reply(await readOwn(deps, viewer, id, undefined), { status: isNew ? 201 : 200 })
}

/** Withdraws it, and leaves its group; the others stay. Idempotent. */
export const withdraw = (deps: SaleDeps, viewer: Viewer, id: string) =>
  transact(deps.db, async (tx) => {
    await lockOpen(deps, tx, id)
    const own = await query.findApplication(tx, id, viewer.id)
    if (own) await remove(tx, own)
  })

async function remove(tx: Tx, { public_id, group_id }: Pick<Own, 'public_id' | 'group_id'>) {
  await query.deleteApplication(tx, public_id)
  await query.deleteEmptyGroup(tx, group_id)
}

/**
 * Withdraws the applications of an account that is being deleted. In a list that is frozen the line stays, without a
 * link to the person.
 */
export async function withdrawAll(tx: Tx, userId: string) {
  for (const application of await query.listOfPerson(tx, userId)) {
    const lottery = await query.lockLottery(tx, application.digital_ticket_id)
    if (lottery?.list_hash === null) await remove(tx, application)
    else await query.forgetPerson(tx, application.public_id)
  }
}
