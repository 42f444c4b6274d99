import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import { recount } from '#server/jobs/recount.ts'
import { isFull } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createHall, type Hall, type HallTypes, makeHall, SEATS } from './testing/hall.ts'
import { PEOPLE, type Person } from './testing/line.ts'

const CAPACITY = 4
/** Types with places of their own, some of which are more than the ticket's together, and types that share. */
const SPLITS: HallTypes[] = [
  { S: 1, A: null, B: null },
  { S: 2, A: 2, B: null },
  { S: 3, A: 3, B: 1 },
]
const TYPES = ['S', 'A', 'B'] as const

type Action =
  | { act: 'join' | 'start' | 'buy'; who: Person; seats: number; type: (typeof TYPES)[number] }
  | { act: 'pay' | 'leave' | 'refund' | 'list' | 'withdraw'; who: Person }
  | { act: 'pass'; ms: number }
  | { act: 'serve' }

const act = <A extends string>(...acts: A[]) => fc.constantFrom(...acts)
const who = fc.constantFrom(...PEOPLE)
const chosen = fc.record({
  act: act('join', 'join', 'start', 'buy', 'buy'),
  who,
  seats: fc.constantFrom(1, 1, 1, 2, SEATS),
  type: fc.constantFrom(...TYPES),
})
const personal = fc.record({
  act: act('pay', 'leave', 'refund', 'refund', 'list', 'list', 'list', 'withdraw'),
  who,
})
const pass = fc.record({
  act: act('pass'),
  ms: fc.constantFrom(HOLD_MS / 2, HOLD_MS + 1, 25 * HOUR_MS),
})
const histories = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: chosen },
    { weight: 8, arbitrary: personal },
    { weight: 2, arbitrary: pass },
    { weight: 4, arbitrary: fc.record({ act: act('serve') }) },
  ),
  { minLength: 16, maxLength: 40 },
)

let hall: Hall
let halls = 0
beforeAll(async () => {
  hall = await createHall('sqlite', 1)
})
afterAll(() => hall.world.close())

/** Expected refusals are answers with a status. Who holds an order in time gets their ticket for its price. */
async function run(id: string, action: Action, intents: Map<Person, string>) {
  const { world } = hall
  const perform = async (): Promise<unknown> => {
    switch (action.act) {
      case 'join':
        return hall.join(action.who, action.seats, id, action.type)
      case 'start':
        return intents.set(action.who, await hall.start(action.who, action.seats, id, action.type))
      case 'buy':
        return hall.buy(action.who, action.seats, id, action.type)
      case 'pay':
        return payOpen(id, action.who, intents.get(action.who))
      case 'leave':
        return hall.leave(action.who, id)
      case 'refund':
        return hall.refund(action.who, id)
      case 'list':
        return hall.list(action.who, id)
      case 'withdraw':
        return hall.withdraw(action.who, id)
      case 'pass':
        world.clock.move(action.ms)
        await world.sweep()
        return world.serveWaiting()
      case 'serve':
        return world.serveWaiting()
    }
  }
  await perform().catch((error: unknown) => {
    if (error instanceof Error && ('status' in error || /no result/.test(error.message))) return
    throw error
  })
}

async function payOpen(id: string, user: Person, intent: string | undefined) {
  const orders = await of(id, 'order')
  const open = orders.find(({ buyer_id, state }) => buyer_id === user && state === 'open')
  if (!open || intent === undefined) return
  await hall.finish(user, intent, id)
  const { state } = (await of(id, 'order')).find((one) => one.id === open.id)!
  const rights = await of(id, 'entitlement')
  const isHeld = rights.some(({ order_id, status }) => order_id === open.id && status === 'valid')
  expect([state, isHeld]).toEqual(['settled', true])
}

const of = async <
  T extends 'order' | 'entitlement' | 'waitlist' | 'seat_offer' | 'resale' | 'hold',
>(
  id: string,
  table: T,
) => (await readTable(hall.world.db, table)).filter(({ subject_id }) => subject_id === id)

const sumOf = (rows: { seats: number }[]) => rows.reduce((sum, { seats }) => sum + seats, 0)

/** The seats of each type, counted from the rows. */
async function countedSeats(id: string) {
  const orders = await of(id, 'order')
  const orderOf = (id: string | null) => orders.find((order) => order.id === id)!
  const valid = (await of(id, 'entitlement'))
    .filter(({ status }) => status === 'valid')
    .map(({ order_id }) => orderOf(order_id))
  const isOpen = ({ closed_at }: { closed_at: string | null }) => closed_at === null
  const listed = (await of(id, 'resale')).filter(isOpen).map(({ order_id }) => orderOf(order_id))
  const held = (await of(id, 'hold'))
    .filter(({ released_at }) => released_at === null)
    .map(({ order_id }) => orderOf(order_id))
  const reserved = [...held, ...(await of(id, 'seat_offer')).filter(isOpen)]
  const line = (await of(id, 'waitlist')).filter(isOpen).sort((a, b) => a.seq - b.seq)
  const { capacity } = await hall.hall(id)
  const types = (await hall.types(id)).map((type) => {
    const ofType = <R extends { ticket_type_id: string | null }>(rows: R[]) =>
      rows.filter(({ ticket_type_id }) => ticket_type_id === type.id)
    const lent = ofType(listed).length
    const single = ofType(reserved).filter(({ seats }) => seats === 1).length
    const all = sumOf(ofType(valid)) + sumOf(ofType(reserved))
    const gathered = ofType(line).reduce((sum, place) => sum + place.gathered, 0)
    return {
      id: type.id,
      capacity: type.capacity ?? capacity,
      valid: sumOf(ofType(valid)),
      /** Tickets and reserved seats, of which so many replace a listed ticket. */
      all: all + gathered,
      replaced: Math.min(lent, single),
      lent,
    }
  })
  return { capacity, types, line }
}
type Counted = Awaited<ReturnType<typeof countedSeats>>

/** Never two tickets on one seat, by either number, and room for all that is reserved. */
function expectSeats({ capacity, types }: Counted) {
  for (const type of types) {
    expect(type.valid).toBeLessThanOrEqual(type.capacity)
    expect(type.all - type.replaced).toBeLessThanOrEqual(type.capacity)
  }
  const sum = (number: (type: Counted['types'][number]) => number) =>
    types.reduce((all, type) => all + number(type), 0)
  expect(sum(({ valid }) => valid)).toBeLessThanOrEqual(capacity)
  expect(sum(({ all, replaced }) => all - replaced)).toBeLessThanOrEqual(capacity)
}

/** No seat is idle that somebody who waits could have, or that is due to them. */
function expectServed({ capacity, types, line }: Counted) {
  const needed = types.reduce((all, type) => all + type.all - type.replaced, 0)
  const counted = types.reduce((all, type) => all + type.all, 0)
  for (const place of line) {
    const type = types.find(({ id }) => id === place.ticket_type_id)!
    const isLent = type.lent > type.replaced
    const free = Math.min(capacity - needed, type.capacity - type.all + type.replaced)
    if (place.seats === 1)
      expect([place.user_id, !isLent && free <= 0]).toEqual([place.user_id, true])
    // Groups get no lent seats, and wait until those of others are sold.
    const own = Math.min(capacity - counted, type.capacity - type.all)
    expect(place.seats - place.gathered).toBeGreaterThan(own)
    expect(place.passed < place.seats || own <= 0).toBe(true)
    expect(place.passed).toBeLessThan(place.seats + SEATS)
  }
}

/** Who paid has a ticket or their money, and each ticket that was sold on went to a buyer of its type and price. */
async function expectMoney(id: string) {
  const orders = await of(id, 'order')
  const valid = (await of(id, 'entitlement')).filter(({ status }) => status === 'valid')
  const refunds = await readTable(hall.world.db, 'refund')
  for (const order of orders.filter(({ settled_at }) => settled_at !== null)) {
    const back = refunds.filter(({ order_id }) => order_id === order.id)
    const hasTicket = valid.some(({ order_id }) => order_id === order.id)
    const sum = back.reduce((total, { amount }) => total + amount, 0)
    expect([order.id, sum]).toEqual([order.id, hasTicket ? 0 : order.amount])
  }
  for (const { order_id, sold_to, outcome } of await of(id, 'resale')) {
    if (outcome !== 'sold') continue
    const [seller, buyer] = [order_id, sold_to].map((one) => orders.find(({ id }) => id === one)!)
    expect([buyer!.ticket_type_id, buyer!.amount]).toEqual([seller!.ticket_type_id, seller!.amount])
  }
}

it('types share a ticket as they should, lent seats are sold in their type, and none is idle, whatever happens', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SPLITS), histories, async (types, actions) => {
      const id = `show-${++halls}`
      await makeHall(hall.world, { id, capacity: CAPACITY }, 60 * 24, types)
      const intents = new Map<Person, string>()
      for (const action of actions) {
        await run(id, action, intents)
        const counted = await countedSeats(id)
        expectSeats(counted)
        if (action.act === 'serve' || action.act === 'pass') expectServed(counted)
        expect(await recount(hall.world.deps)).toEqual([])
      }
      await expectMoney(id)
      // The limits of each person are those of a day.
      hall.world.clock.move(24 * HOUR_MS)
    }),
    { numRuns: isFull ? 60 : 8 },
  )
})
