import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import { recount } from '#server/jobs/recount.ts'
import { isFull } from '#server/testing/names.ts'
import { createHall, type Hall, makeHall, SEATS } from './testing/hall.ts'
import { PEOPLE, type Person } from './testing/line.ts'

const OFFER_MS = 24 * HOUR_MS

interface Place {
  who: Person
  seats: number
  passed: number
  gathered: number
}
const sumOf = (all: Iterable<{ seats: number }>) =>
  [...all].reduce((sum, { seats }) => sum + seats, 0)

/** The rules of the line, without a database: what the server must do, whatever happens in which order. */
class Model {
  capacity = 3
  most = SEATS
  now: number
  line: Place[] = []
  tickets = new Map<Person, { seats: number }>()
  /** Open offers, with their deadlines. */
  offers = new Map<Person, { seats: number; until: number }>()
  /** Unpaid orders: when they lapse, and the deadline of the offer that they took. */
  holds = new Map<Person, { seats: number; until: number; offer: number | null }>()
  constructor(now: number) {
    this.now = now
  }
  get taken() {
    const gathered = this.line.reduce((sum, place) => sum + place.gathered, 0)
    const own = [this.tickets, this.offers, this.holds].map((all) => sumOf(all.values()))
    return own.reduce((sum, seats) => sum + seats, gathered)
  }
  get free() {
    return this.capacity - this.taken
  }
  join(who: Person, seats: number) {
    if (this.tickets.has(who)) return false
    if (this.line.some((place) => place.who === who)) return true
    if (this.holds.has(who) || this.offers.has(who)) return false
    if (this.line.length === 0 && this.free > 0) return false
    if (seats > Math.min(this.most, this.capacity)) return false
    this.line.push({ who, seats, passed: 0, gathered: 0 })
    return true
  }
  leave(who: Person) {
    this.line = this.line.filter((place) => place.who !== who)
    this.offers.delete(who)
    this.holds.delete(who)
    return true
  }
  start(who: Person, seats: number) {
    if (this.tickets.has(who)) return false
    const held = this.holds.get(who)
    if (held) return held.seats === 1 || held.seats <= this.most
    const offer = this.offers.get(who)
    if (seats > 1 && seats > (offer?.seats ?? this.most)) return false
    if (!offer && (this.line.length > 0 || this.free < seats)) return false
    this.offers.delete(who)
    this.holds.set(who, { seats, until: this.now + HOLD_MS, offer: offer?.until ?? null })
    return true
  }
  pay(who: Person, seats: number) {
    if (!this.start(who, seats)) return false
    this.tickets.set(who, { seats: this.holds.get(who)!.seats })
    this.holds.delete(who)
    return true
  }
  refund(who: Person) {
    return this.tickets.delete(who)
  }
  grow() {
    this.capacity++
    return true
  }
  limit(most: number) {
    this.most = most
    return true
  }
  pass(ms: number) {
    this.now += ms
    for (const [who, { seats, until, offer }] of this.holds)
      if (until <= this.now) {
        this.holds.delete(who)
        if (offer !== null && offer > this.now) this.offers.set(who, { seats, until: offer })
      }
    for (const [who, { until }] of this.offers) if (until <= this.now) this.offers.delete(who)
    return this.serve()
  }
  serve() {
    this.line = this.line.filter(({ seats }) => seats <= Math.min(this.most, this.capacity))
    while (this.free > 0) {
      const isEnough = ({ seats, gathered }: Place) => seats - gathered <= this.free
      const n = this.line.findIndex((place) => isEnough(place) || place.passed >= place.seats)
      const next = this.line[n]
      if (!next) break
      const { who, seats, gathered } = next
      if (isEnough(next)) {
        for (const before of this.line.slice(0, n)) before.passed += seats - gathered
        this.line.splice(n, 1)
        this.offers.set(who, { seats, until: this.now + OFFER_MS })
      } else next.gathered += this.free
    }
    return true
  }
}

type Action =
  | { act: 'join' | 'start' | 'pay'; who: Person; seats: number }
  | { act: 'leave' | 'refund'; who: Person }
  | { act: 'pass'; ms: number }
  | { act: 'limit'; most: number }
  | { act: 'grow' | 'serve' }

const act = <A extends string>(...acts: A[]) => fc.constantFrom(...acts)
const who = fc.constantFrom(...PEOPLE)
/** Refunds and turns are frequent: only after several of them is a seat kept for a group. */
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      act: act('join', 'join', 'join', 'start', 'pay', 'pay'),
      who,
      seats: fc.constantFrom(1, 1, 2, SEATS),
    }),
  },
  { weight: 6, arbitrary: fc.record({ act: act('refund', 'refund', 'refund', 'leave'), who }) },
  { weight: 8, arbitrary: fc.record({ act: act('serve') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: act('pass'),
      ms: fc.constantFrom(HOLD_MS / 2, HOLD_MS + 1, 12 * HOUR_MS, OFFER_MS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: act('grow') }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: act('limit'), most: fc.constantFrom(SEATS, 2, SEATS) }),
  },
)

const STARTS: Action[][] = [
  [],
  // All is sold, dan waits for two seats and was passed by one, and ann waits behind him.
  [
    ...(['ann', 'bob', 'cat'] as const).map((who) => ({ act: 'pay' as const, who, seats: 1 })),
    { act: 'join', who: 'dan', seats: 2 },
    { act: 'join', who: 'eve', seats: 1 },
    { act: 'refund', who: 'ann' },
    { act: 'serve' },
    { act: 'pay', who: 'eve', seats: 1 },
    { act: 'join', who: 'ann', seats: 1 },
  ],
]
const histories = fc
  .tuple(
    fc.constantFrom(STARTS[0]!, STARTS[1]!, STARTS[1]!),
    fc.array(action, { minLength: 8, maxLength: 28 }),
  )
  .map((parts) => parts.flat())

let hall: Hall
let halls = 0
beforeAll(async () => {
  hall = await createHall('sqlite', 1)
})
afterAll(() => hall.world.close())

/** Whether the server did it. Expected refusals are answers with a status. */
async function run(id: string, action: Action): Promise<boolean> {
  const { world } = hall
  const update = world.db.updateTable('digital_ticket').where('id', '=', id)
  const perform = async () => {
    switch (action.act) {
      case 'join':
        return hall.join(action.who, action.seats, id)
      case 'leave':
        return hall.leave(action.who, id)
      case 'start':
        return hall.start(action.who, action.seats, id)
      case 'pay':
        return hall.buy(action.who, action.seats, id)
      case 'refund':
        return hall.refund(action.who, id)
      case 'grow':
        return update.set((eb) => ({ capacity: eb('capacity', '+', 1) })).execute()
      case 'limit':
        return update.set({ max_seats: action.most }).execute()
      case 'pass':
        world.clock.move(action.ms)
        await world.sweep()
        return world.serveWaiting()
      case 'serve':
        return world.serveWaiting()
    }
  }
  return perform().then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && ('status' in error || /no result/.test(error.message)))
        return false
      throw error
    },
  )
}

const apply = (model: Model, action: Action): boolean => {
  switch (action.act) {
    case 'pass':
      return model.pass(action.ms)
    case 'limit':
      return model.limit(action.most)
    case 'grow':
    case 'serve':
      return model[action.act]()
    case 'leave':
    case 'refund':
      return model[action.act](action.who)
    default:
      return model[action.act](action.who, action.seats)
  }
}

/** What the tables say of the line. */
async function stored(id: string) {
  const [line, offers, { taken, waiting }] = await Promise.all([
    hall.places(id),
    hall.offers(id),
    hall.hall(id),
  ])
  return { line, offers, taken, waiting }
}

/** Who has started an order continues it. */
const withHeld = (model: Model, action: Action): Action =>
  'seats' in action
    ? { ...action, seats: model.holds.get(action.who)?.seats ?? action.seats }
    : action

it('a line gives seats in order, together and as it says, and leaves none idle, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (actions) => {
      const id = `show-${++halls}`
      const at = hall.world.clock.now().getTime()
      await makeHall(hall.world, { id, capacity: 3 }, 60 * 24)
      const model = new Model(at)
      for (const chosen of actions) {
        const action = withHeld(model, chosen)
        const expected = apply(model, action)
        expect([action, await run(id, action)]).toEqual([action, expected])
        expect(await stored(id)).toEqual({
          line: model.line,
          offers: [...model.offers]
            .map(([who, { seats }]) => ({ who, seats }))
            .sort((a, b) => (a.who < b.who ? -1 : 1)),
          taken: model.taken,
          waiting: model.line.length,
        })
      }
      await hall.world.serveWaiting()
      const { taken, capacity } = await hall.hall(id)
      for (const { seats, passed, gathered } of await hall.places(id)) {
        // No seat is idle while it suffices for somebody, or is due to somebody.
        expect(seats - gathered).toBeGreaterThan(capacity - taken)
        expect(passed < seats || taken === capacity).toBe(true)
        // Nobody is passed by more than as many seats as they want, and the rest of the last group that passed.
        expect(passed).toBeLessThan(seats + SEATS)
      }
      expect(await recount(hall.world.deps)).toEqual([])
    }),
    { numRuns: isFull ? 40 : 8 },
  )
})

it('a group starves in no line, however many people join behind it', () => {
  const seats = fc.integer({ min: 1, max: SEATS })
  fc.assert(
    fc.property(seats, fc.array(seats, { minLength: 30, maxLength: 30 }), (wanted, others) => {
      const model = new Model(0)
      model.capacity = 10
      for (const [n, size] of [2, 2, 2, 2, 2].entries())
        model.tickets.set(`t${n}` as Person, { seats: size })
      model.join('ann', wanted)
      let freed = 0
      for (const [n, size] of others.entries()) {
        model.join(`o${n}` as Person, size)
        // One seat is freed at a time: the worst for groups.
        const [who, ticket] = [...model.tickets].find((one) => one[1].seats > 0)!
        model.tickets.set(who, { seats: ticket.seats - 1 })
        freed++
        model.serve()
        if (model.offers.has('ann')) break
        for (const [other, { seats }] of model.offers) model.tickets.set(other, { seats })
        model.offers.clear()
      }
      expect(model.offers.has('ann')).toBe(true)
      expect(freed).toBeLessThanOrEqual(2 * wanted + SEATS - 1)
    }),
    { numRuns: 500 },
  )
})
