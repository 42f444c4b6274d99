import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import { recount } from '#server/jobs/recount.ts'
import { isFull } from '#server/testing/names.ts'
import { createHall, type Hall, type HallTypes, makeHall, SEATS } from './testing/hall.ts'
import { PEOPLE, type Person } from './testing/line.ts'

const OFFER_MS = 24 * HOUR_MS

/** Halls with their types: without, with places of their own, or that share those of the ticket. */
const HALLS: HallTypes[] = [{}, {}, { S: 1, A: null, B: null }, { S: 2, A: 2, B: null }]
/** Chosen of a ticket with types. */
const TYPES = ['S', 'A', 'B'] as const

/** Seats of one type; undefined: of a ticket without types. */
interface Seats {
  seats: number
  type: string | undefined
}
interface Place extends Seats {
  who: Person
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
  tickets = new Map<Person, Seats>()
  /** Open offers, with their deadlines. */
  offers = new Map<Person, Seats & { until: number }>()
  /** Unpaid orders: when they lapse, and the deadline of the offer that they took. */
  holds = new Map<Person, Seats & { until: number; offer: number | null }>()
  readonly types: HallTypes
  constructor(now: number, types: HallTypes = {}) {
    this.now = now
    this.types = types
  }
  takenOf(isOf: (of: Seats) => boolean) {
    const held = [this.tickets, this.offers, this.holds].flatMap((all) => [...all.values()])
    const gathered = this.line.filter(isOf).reduce((sum, place) => sum + place.gathered, 0)
    return gathered + sumOf(held.filter(isOf))
  }
  get taken() {
    return this.takenOf(() => true)
  }
  /** Places of the type itself. */
  private placesOf(type: string | undefined) {
    return (type && this.types[type]) || Number.POSITIVE_INFINITY
  }
  private leftOf(type: string | undefined) {
    return this.placesOf(type) - this.takenOf((of) => of.type === type)
  }
  freeOf(type: string | undefined) {
    return Math.min(this.capacity - this.taken, this.leftOf(type))
  }
  /** Seats that are for those who wait, or may come to be. */
  private onSale(type: string | undefined) {
    if (this.line.some((place) => place.type === type)) return 0
    const waited = new Set(this.line.map((place) => place.type))
    const claimed = [...waited].reduce((sum, other) => sum + this.leftOf(other), 0)
    return Math.min(this.capacity - this.taken - claimed, this.freeOf(type))
  }
  private mostOf(type: string | undefined) {
    return Math.min(this.most, this.capacity, this.placesOf(type))
  }
  join(who: Person, seats: number, type: string | undefined) {
    if (this.tickets.has(who) || (type && seats > this.most)) return false
    if (this.line.some((place) => place.who === who)) return true
    if (this.holds.has(who) || this.offers.has(who)) return false
    if (this.onSale(type) > 0 || seats > this.mostOf(type)) return false
    this.line.push({ who, seats, type, passed: 0, gathered: 0 })
    return true
  }
  leave(who: Person) {
    this.line = this.line.filter((place) => place.who !== who)
    this.offers.delete(who)
    this.holds.delete(who)
    return true
  }
  start(who: Person, seats: number, type: string | undefined) {
    if (this.tickets.has(who)) return false
    const held = this.holds.get(who)
    if (held) return held.seats === 1 || held.seats <= this.most
    const open = this.offers.get(who)
    const offer = open?.type === type ? open : undefined
    if (seats > 1 && seats > (offer?.seats ?? this.most)) return false
    if (!offer && this.onSale(type) < seats) return false
    if (offer) this.offers.delete(who)
    this.holds.set(who, { seats, type, until: this.now + HOLD_MS, offer: offer?.until ?? null })
    return true
  }
  pay(who: Person, chosen: number, of: string | undefined) {
    if (!this.start(who, chosen, of)) return false
    const { seats, type } = this.holds.get(who)!
    this.tickets.set(who, { seats, type })
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
    for (const [who, { seats, type, until, offer }] of this.holds)
      if (until <= this.now) {
        this.holds.delete(who)
        if (offer !== null && offer > this.now) this.offers.set(who, { seats, type, until: offer })
      }
    for (const [who, { until }] of this.offers) if (until <= this.now) this.offers.delete(who)
    return this.serve()
  }
  serve() {
    // Who has bought another type waits no more.
    for (const who of this.offers.keys()) if (this.tickets.has(who)) this.offers.delete(who)
    this.line = this.line.filter(
      ({ who, seats, type }) => !this.tickets.has(who) && seats <= this.mostOf(type),
    )
    for (;;) {
      const isEnough = ({ seats, gathered, type }: Place) => seats - gathered <= this.freeOf(type)
      const n = this.line.findIndex(
        (place) => this.freeOf(place.type) > 0 && (isEnough(place) || place.passed >= place.seats),
      )
      const next = this.line[n]
      if (!next) return true
      const { who, seats, type } = next
      if (isEnough(next)) {
        const before = this.line.slice(0, n)
        const free = before.map((place) => Math.max(0, this.freeOf(place.type)))
        this.line.splice(n, 1)
        this.offers.set(who, { seats, type, until: this.now + OFFER_MS })
        for (const [nth, place] of before.entries())
          place.passed += free[nth]! - Math.max(0, this.freeOf(place.type))
      } else next.gathered += this.freeOf(type)
    }
  }
}

type Action =
  | ({ act: 'join' | 'start' | 'pay'; who: Person } & Seats)
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
      type: fc.constantFrom(...TYPES),
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

const STARTS = (type: string | undefined): Action[][] => [
  [],
  // All is sold, dan waits for two seats and was passed by one, and ann waits behind him.
  [
    ...(['ann', 'bob', 'cat'] as const).map((who) => ({
      act: 'pay' as const,
      who,
      seats: 1,
      type,
    })),
    { act: 'join', who: 'dan', seats: 2, type },
    { act: 'join', who: 'eve', seats: 1, type },
    { act: 'refund', who: 'ann' },
    { act: 'serve' },
    { act: 'pay', who: 'eve', seats: 1, type },
    { act: 'join', who: 'ann', seats: 1, type },
  ],
]
const histories = fc
  .tuple(
    fc.constantFrom(...HALLS),
    fc.constantFrom(0, 1, 1),
    fc.array(action, { minLength: 8, maxLength: 28 }),
  )
  .map(([types, start, actions]) => {
    const isTyped = Object.keys(types).length > 0
    // Of a type that shares the places, so that all three are sold.
    const first = STARTS(isTyped ? 'B' : undefined)[start] ?? []
    const chosen = actions.map((one) =>
      'seats' in one && !isTyped ? { ...one, type: undefined } : one,
    )
    return { types, actions: [...first, ...chosen] }
  })

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
        return hall.join(action.who, action.seats, id, action.type)
      case 'leave':
        return hall.leave(action.who, id)
      case 'start':
        return hall.start(action.who, action.seats, id, action.type)
      case 'pay':
        return hall.buy(action.who, action.seats, id, action.type)
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
      return model[action.act](action.who, action.seats, action.type)
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

const expectedOf = ({ line, offers, taken }: Model) => ({
  line: line.map(({ type, ...place }) => place),
  offers: [...offers]
    .map(([who, { seats }]) => ({ who, seats }))
    .sort((a, b) => (a.who < b.who ? -1 : 1)),
  taken,
  waiting: line.length,
})

/** Who has started an order continues it. */
function withHeld(model: Model, action: Action): Action {
  const held = 'seats' in action && model.holds.get(action.who)
  return held ? { ...action, seats: held.seats, type: held.type } : action
}

it('a line gives seats in order, together and as it says, of each type, and leaves none idle, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ types, actions }) => {
      const id = `show-${++halls}`
      const at = hall.world.clock.now().getTime()
      await makeHall(hall.world, { id, capacity: 3 }, 60 * 24, types)
      const model = new Model(at, types)
      for (const chosen of actions) {
        const action = withHeld(model, chosen)
        const expected = apply(model, action)
        expect([action, await run(id, action)]).toEqual([action, expected])
        expect(await stored(id)).toEqual(expectedOf(model))
      }
      await hall.world.serveWaiting()
      model.serve()
      expect(await stored(id)).toEqual(expectedOf(model))
      for (const { seats, passed, gathered, type } of model.line) {
        // No seat is idle while it suffices for somebody, or is due to somebody.
        expect(seats - gathered).toBeGreaterThan(model.freeOf(type))
        expect(passed < seats || model.freeOf(type) <= 0).toBe(true)
        // Nobody is passed by more than as many seats as they want, and the rest of the last group that passed.
        expect(passed).toBeLessThan(seats + SEATS)
      }
      expect(await recount(hall.world.deps)).toEqual([])
    }),
    { numRuns: isFull ? 80 : 12 },
  )
})

it('a group starves in no line, however many people join behind it', () => {
  const seats = fc.integer({ min: 1, max: SEATS })
  fc.assert(
    fc.property(seats, fc.array(seats, { minLength: 30, maxLength: 30 }), (wanted, others) => {
      const model = new Model(0)
      model.capacity = 10
      for (const [n, size] of [2, 2, 2, 2, 2].entries())
        model.tickets.set(`t${n}` as Person, { seats: size, type: undefined })
      model.join('ann', wanted, undefined)
      let freed = 0
      for (const [n, size] of others.entries()) {
        model.join(`o${n}` as Person, size, undefined)
        // One seat is freed at a time: the worst for groups.
        const [who, ticket] = [...model.tickets].find((one) => one[1].seats > 0)!
        model.tickets.set(who, { ...ticket, seats: ticket.seats - 1 })
        freed++
        model.serve()
        if (model.offers.has('ann')) break
        for (const [other, { seats, type }] of model.offers)
          model.tickets.set(other, { seats, type })
        model.offers.clear()
      }
      expect(model.offers.has('ann')).toBe(true)
      expect(freed).toBeLessThanOrEqual(2 * wanted + SEATS - 1)
    }),
    { numRuns: 500 },
  )
})
