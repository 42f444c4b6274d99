// What happens to a lottery by itself: the list is frozen at the close, the draw is made, its result is told at its
// minute, and what winners leave goes to the next. Every step reads its state under the lock of the ticket, so that it
// can be repeated, and a kill, or a second process, loses and doubles nothing.

import * as z from 'zod'
import { defined } from '#contract/lib/defined.ts'
import { DAY_MS, HOUR_MS } from '#contract/lib/durations.ts'
import { sha256Hex } from '#contract/lib/sha256.ts'
import {
  allot,
  type DrawList,
  drawWinners,
  type Entry,
  groupIdOf,
  orderOf,
  readList,
  seedOf,
  type Winner,
  writeList,
  writeResult,
} from '#contract/lottery/draw.ts'
import { OFFER_LEAST_HOURS } from '#contract/lottery/limits.ts'
import { lotteryPhaseAt } from '#contract/lottery/phase.ts'
import { REMIND_AT_LEFT } from '#contract/waitlist/limits.ts'
import { textsOf } from '#server/db/json.ts'
import { enqueue } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { Lottery } from '#server/db/schema/lotteries.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import * as rights from '#server/features/orders/right-queries.ts'
import { saleStateOf } from '#server/features/orders/waitlist/policy.ts'
import * as seatOffers from '#server/features/orders/waitlist/seat-offer-queries.ts'
import { mayBePaid } from '#server/features/orders/waitlist/turns.ts'
import * as products from '#server/features/orders/waitlist/waited-product-queries.ts'
import { isMember } from '#server/features/rooms/policy.ts'
import { isoNow } from '#server/ports/clock.ts'
import { listTypes } from '../types/queries.ts'
import { notifyCancelled, notifyLaterWin, notifyResult } from './notify.ts'
import { isTold } from './present.ts'
import * as query from './queries.ts'

/** Outbox topic of what all applicants of a lottery are told. */
export const LOTTERY_NEWS = 'lottery-news'
const News = z.object({ ticket: z.string(), what: z.enum(['result', 'cancelled']) })
type News = z.output<typeof News>

const KIND = 'digital_ticket'
const MAX_LOTTERIES = 200
const BATCH_SIZE = 100

/** `sells`: whether purchases are on: else no seat is offered whose time would run out in vain. Idempotent. */
export async function sweep(deps: SaleDeps, sells: boolean) {
  for (const { id } of await query.listDue(deps.read, isoNow(deps), MAX_LOTTERIES))
    try {
      await advance(deps, id, sells)
    } catch (error) {
      deps.log.error({ id, error: String(error) }, 'a lottery could not go on')
    }
}

async function advance(deps: SaleDeps, id: string, sells: boolean) {
  const product = await products.find(deps.db, KIND, id)
  if (product?.status === 'cancelled') return cancel(deps, id)
  await freeze(deps, id)
  await draw(deps, id)
  const lottery = await query.findLottery(deps.db, id)
  if (!lottery) return
  const phase = lotteryPhaseAt(lottery, isoNow(deps))
  if (phase === 'told' && sells) await serveNext(deps, lottery)
  if (phase === 'over') await end(deps, id)
}

/** Locks the ticket, then its lottery (lock order). Null if there is none. */
async function lockBoth(tx: Tx, id: string) {
  const product = await products.lock(tx, KIND, id)
  const lottery = await query.lockLottery(tx, id)
  return product && lottery ? { product, lottery } : null
}

type ForDraw = Awaited<ReturnType<typeof query.listForDraw>>[number]

/** A group as an entry of the list; its choices by the numbers of the types. */
function entryOf(people: ForDraw[], types: string[], { members_first }: Lottery): Entry {
  const chosen = textsOf(people[0]?.choices ?? '[]')
  const isDouble =
    members_first === 1 && people.every(({ membership_status }) => isMember(membership_status))
  return {
    weight: isDouble ? 2 : 1,
    choices: types.length === 0 ? [1] : chosen.map((type) => types.indexOf(type) + 1),
    people: people.map(({ public_id: id, contribution }) => ({ id, contribution })),
  }
}

/** Freezes the list, once: after this nobody is added to it, dropped or changed. */
const freeze = (deps: SaleDeps, id: string) =>
  transact(deps.db, async (tx) => {
    const both = await lockBoth(tx, id)
    if (!both || both.lottery.list_hash !== null || isoNow(deps) < both.lottery.closes_at) return
    const { product, lottery } = both
    const types = (await listTypes(tx, [id])).filter(({ closed }) => closed === 0)
    const ids = types.map((type) => type.id)
    const groups = Map.groupBy(await query.listForDraw(tx, id), ({ group_id }) => group_id)
    const left = (own: number | null, taken: number) => (own === null ? null : own - taken)
    const list = writeList({
      ticket: id,
      commitment: lottery.commitment,
      places: product.capacity - product.taken,
      choices:
        types.length === 0
          ? [{ type: null, places: null }]
          : types.map((type) => ({ type: type.id, places: left(type.capacity, type.taken) })),
      entries: [...groups.values()].map((people) => entryOf(people, ids, lottery)),
    })
    await query.insertText(tx, { digital_ticket_id: id, list, result: null })
    await query.updateLottery(tx, id, { list_hash: sha256Hex(list) })
  })

/** The frozen list with its order; what is read here never changes. */
async function readDraw(deps: SaleDeps, lottery: Lottery) {
  const text = await query.findText(deps.db, lottery.digital_ticket_id)
  const listHash = defined(lottery.list_hash, 'the hash of a frozen list')
  const list = defined(text && readList(text.list), 'a frozen list')
  return { list, listHash, seed: seedOf(lottery.secret, listHash) }
}

/** Makes the draw and takes the winners' seats, once. Nobody knows before the minute of the results. */
async function draw(deps: SaleDeps, id: string) {
  const before = await query.findLottery(deps.db, id)
  if (!before || before.list_hash === null || before.drawn_at !== null) return
  const { list, listHash, seed } = await readDraw(deps, before)
  const winners = drawWinners(list, seed)
  await transact(deps.db, async (tx) => {
    const both = await lockBoth(tx, id)
    if (!both || both.lottery.drawn_at !== null) return
    const now = isoNow(deps)
    const { announced_at, secret } = both.lottery
    const begins = announced_at > now ? announced_at : now
    await offerSeats(deps, tx, both.lottery, list, winners, begins)
    await query.setResult(tx, id, writeResult({ secret, listHash, winners }))
    await query.updateLottery(tx, id, { drawn_at: now })
    const payload: News = { ticket: id, what: 'result' }
    const work = { topic: LOTTERY_NEWS, key: `${LOTTERY_NEWS}:result:${id}`, due_at: begins }
    await enqueue(deps, tx, { ...work, payload })
  })
}

function offerTimesOf({ buy_days, ends_at }: Lottery, begins: string) {
  const from = Date.parse(begins)
  const to = Math.min(from + buy_days * DAY_MS, Date.parse(ends_at))
  const reminded = to - Math.round((to - from) * REMIND_AT_LEFT)
  return { remind_at: new Date(reminded).toISOString(), expires_at: new Date(to).toISOString() }
}

function* chunksOf<T>(all: readonly T[]): Generator<T[]> {
  for (let n = 0; n < all.length; n += BATCH_SIZE) yield all.slice(n, n + BATCH_SIZE)
}

/** Takes the seats of these groups, and offers them to their people. Who has left since the close has none. */
async function offerSeats(
  deps: SaleDeps,
  tx: Tx,
  lottery: Lottery,
  list: DrawList,
  winners: readonly Winner[],
  begins: string,
) {
  const id = lottery.digital_ticket_id
  const typeOf = new Map(
    winners.map((won) => [won.id, list.choices[won.choice - 1]?.type ?? null] as const),
  )
  const types = new Map(
    list.entries
      .filter((entry) => typeOf.has(groupIdOf(entry)))
      .flatMap((entry) =>
        entry.people.map((person) => [person.id, typeOf.get(groupIdOf(entry)) ?? null] as const),
      ),
  )
  const times = offerTimesOf(lottery, begins)
  const offered = []
  for (const publicIds of chunksOf([...types.keys()]))
    for (const { public_id, ...person } of await query.listGroupPeople(tx, id, publicIds))
      offered.push({ ...person, ...times, id: deps.newId(), type: types.get(public_id) ?? null })
  for (const some of chunksOf(offered))
    await seatOffers.insert(
      tx,
      some.map((offer) => ({
        ...{ id: offer.id, user_id: offer.user_id, kind: KIND, subject_id: id, order_id: null },
        ...{
          ticket_type_id: offer.type,
          seats: 1,
          drawn: 1 as const,
          created_at: begins,
          ...times,
        },
        ...{ reminded_at: null, closed_at: null, outcome: null },
      })),
    )
  const all = { kind: KIND, subject_id: id, ticket_type_id: null } as const
  await rights.countSeats(tx, all, { taken: offered.length })
  for (const [type, people] of Map.groupBy(offered, (offer) => offer.type)) {
    if (type !== null) await query.takePlaces(tx, type, people.length)
    const groups = [...new Set(people.map(({ group_id }) => group_id))]
    for (const some of chunksOf(groups)) await query.markWon(tx, some, begins, type)
  }
  return offered
}

/**
 * Offers free seats to the next groups of the order that fit (繰り上げ当選), those who were passed before first. Stands still
 * while nobody could buy, and near the end.
 */
async function serveNext(deps: SaleDeps, before: Lottery) {
  const id = before.digital_ticket_id
  const isLate =
    Date.parse(before.ends_at) - deps.clock.now().getTime() < OFFER_LEAST_HOURS * HOUR_MS
  if (isLate || !isTold(before, isoNow(deps))) return
  const ticket = await products.find(deps.db, KIND, id)
  if (!ticket || ticket.taken >= ticket.capacity) return
  if ((await placesOf(deps.db, id, ticket)).key === before.passed_places) return
  const { list, seed } = await readDraw(deps, before)
  const order = orderOf(list.entries, seed)
  await transact(deps.db, async (tx) => {
    const both = await lockBoth(tx, id)
    if (!both) return
    const { product, lottery } = both
    if (saleStateOf(product, isoNow(deps)) !== 'running') return
    if (!(await mayBePaid(deps, tx, product))) return
    const places = await placesOf(tx, id, product)
    // A group whose people have all deleted their accounts is passed.
    const people = new Set((await query.listWaiting(tx, id)).map(({ public_id }) => public_id))
    const waiting = order.filter((entry) => entry.people.some((person) => people.has(person.id)))
    const choices = list.choices.map(({ type }) => places.left.get(type) ?? null)
    const next = allot(waiting, { total: places.total, choices })
    if (next.length === 0) return query.updateLottery(tx, id, { passed_places: places.key })
    for (const offer of await offerSeats(deps, tx, lottery, list, next, isoNow(deps)))
      await notifyLaterWin(deps, tx, product, offer)
  })
}

/** Free places of the ticket, and of each type that has its own. */
async function placesOf(
  db: Tx | SaleDeps['db'],
  id: string,
  { capacity, taken }: Pick<products.WaitedProduct, 'capacity' | 'taken'>,
) {
  const types = await listTypes(db, [id])
  const left = new Map(
    types.map((type) => [
      type.id as string | null,
      type.capacity === null ? null : type.capacity - type.taken,
    ]),
  )
  const total = capacity - taken
  return { total, left, key: [total, ...left.values()].map(String).join(',') }
}

/** The end that was announced: nobody moves up any more. */
const end = (deps: SaleDeps, id: string) =>
  transact(deps.db, (tx) => query.updateLottery(tx, id, { over_at: isoNow(deps) }))

/** The ticket was cancelled: those who applied are told once. */
const cancel = (deps: SaleDeps, id: string) =>
  transact(deps.db, async (tx) => {
    const lottery = await query.lockLottery(tx, id)
    if (!lottery || lottery.over_at !== null) return
    await query.updateLottery(tx, id, { over_at: isoNow(deps) })
    const payload: News = { ticket: id, what: 'cancelled' }
    const key = `${LOTTERY_NEWS}:cancelled:${id}`
    await enqueue(deps, tx, { topic: LOTTERY_NEWS, key, payload })
  })

/** The outbox job that tells all applicants. */
export async function handleNews(deps: SaleDeps, payload: unknown) {
  const { ticket: id, what } = News.parse(payload)
  const lottery = await query.findLottery(deps.db, id)
  const product = await products.find(deps.db, KIND, id)
  if (!lottery || !product) return
  if (what === 'result' && product.status === 'cancelled') return
  const list = (after: string) => query.listApplicants(deps.db, id, after, BATCH_SIZE)
  for await (const people of pagesOf(BATCH_SIZE, list, ({ public_id }) => public_id))
    await transact(deps.db, async (tx) => {
      for (const person of people)
        if (what === 'result') await notifyResult(deps, tx, product, lottery, person)
        else await notifyCancelled(deps, tx, product, person)
    })
}
