import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/lib/durations.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import { recount } from '#server/jobs/recount.ts'
import { makeEvent } from '#server/testing/make.ts'
import { createLine, type Line, PEOPLE, type Person } from './testing/line.ts'

const OFFER_MS = 24 * HOUR_MS

/** The rules of the line, without a database: what the server must do, whatever happens in which order. */
class Model {
  capacity = 1
  now: number
  line: Person[] = []
  tickets = new Set<Person>()
  /** Deadlines of open offers. */
  offers = new Map<Person, number>()
  /** Unpaid orders: when they lapse, and the deadline of the offer that they took. */
  holds = new Map<Person, { until: number; offer: number | null }>()
  constructor(now: number) {
    this.now = now
  }
  get taken() {
    return this.tickets.size + this.offers.size + this.holds.size
  }
  get isFree() {
    return this.line.length === 0 && this.taken < this.capacity
  }
  join(who: Person) {
    if (this.tickets.has(who)) return false
    if (this.line.includes(who)) return true
    if (this.holds.has(who) || this.offers.has(who) || this.isFree) return false
    this.line.push(who)
    return true
  }
  leave(who: Person) {
    this.line = this.line.filter((one) => one !== who)
    this.offers.delete(who)
    this.holds.delete(who)
    return true
  }
  start(who: Person) {
    if (this.tickets.has(who)) return false
    if (this.holds.has(who)) return true
    const offer = this.offers.get(who) ?? null
    if (offer === null && !this.isFree) return false
    this.offers.delete(who)
    this.holds.set(who, { until: this.now + HOLD_MS, offer })
    return true
  }
  pay(who: Person) {
    if (!this.start(who)) return false
    this.holds.delete(who)
    this.tickets.add(who)
    return true
  }
  refund(who: Person) {
    return this.tickets.delete(who)
  }
  grow() {
    this.capacity++
    return true
  }
  pass(ms: number) {
    this.now += ms
    for (const [who, { until, offer }] of this.holds)
      if (until <= this.now) {
        this.holds.delete(who)
        if (offer !== null && offer > this.now) this.offers.set(who, offer)
      }
    for (const [who, until] of this.offers) if (until <= this.now) this.offers.delete(who)
    return this.serve()
  }
  serve() {
    while (this.taken < this.capacity) {
      const next = this.line.shift()
      if (next === undefined) break
      this.offers.set(next, this.now + OFFER_MS)
    }
    return true
  }
}

type Action =
  | { act: 'join' | 'leave' | 'start' | 'pay' | 'refund'; who: Person }
  | { act: 'pass'; ms: number }
  | { act: 'grow' | 'serve' }

const act = <A extends string>(...acts: A[]) => fc.constantFrom(...acts)
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      act: act('join', 'join', 'leave', 'start', 'pay', 'refund', 'refund'),
      who: fc.constantFrom(...PEOPLE),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: act('pass'),
      ms: fc.constantFrom(HOLD_MS / 2, HOLD_MS + 1, 12 * HOUR_MS, OFFER_MS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: act('grow', 'serve') }) },
)

let line: Line
let events = 0
beforeAll(async () => {
  line = await createLine('sqlite')
})
afterAll(() => line.world.close())

/** Whether the server did it. Expected refusals are answers with a status. */
async function run(id: string, action: Action): Promise<boolean> {
  const { world } = line
  const perform = async () => {
    switch (action.act) {
      case 'join':
        return line.join(action.who, id)
      case 'leave':
        return line.leave(action.who, id)
      case 'start':
        return line.start(action.who, id)
      case 'pay':
        return line.buy(action.who, id)
      case 'refund':
        return line.refund(action.who, id)
      case 'grow':
        return world.db
          .updateTable('event')
          .set((eb) => ({ capacity: eb('capacity', '+', 1) }))
          .where('id', '=', id)
          .execute()
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
    case 'grow':
    case 'serve':
      return model[action.act]()
    default:
      return model[action.act](action.who)
  }
}

/** What the tables say of the line. */
async function stored(id: string) {
  const { db, clock } = line.world
  const now = clock.now().toISOString()
  const [waiting, offers, event] = await Promise.all([
    db
      .selectFrom('waitlist')
      .select('user_id')
      .where('subject_id', '=', id)
      .where('closed_at', 'is', null)
      .orderBy('seq')
      .execute(),
    db
      .selectFrom('seat_offer')
      .select('user_id')
      .where('subject_id', '=', id)
      .where('closed_at', 'is', null)
      .where('expires_at', '>', now)
      .execute(),
    line.event(id),
  ])
  return {
    line: waiting.map(({ user_id }) => user_id),
    offers: offers.map(({ user_id }) => user_id).sort(),
    taken: event.taken,
    waiting: event.waiting,
  }
}

it('a line gives every seat in order, and leaves none idle, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 24 }), async (actions) => {
      const id = `show-${++events}`
      const at = line.world.clock.now().getTime()
      const later = new Date(at + 60 * DAY_MS).toISOString()
      const times = { start_at: later, end_at: later, sales_end_at: later }
      await makeEvent(line.world, 'room-aoi', { id, amount: 1_980, capacity: 1, ...times })
      const model = new Model(at)
      for (const action of actions) {
        const expected = apply(model, action)
        expect([action, await run(id, action)]).toEqual([action, expected])
        expect(await stored(id)).toEqual({
          line: model.line,
          offers: [...model.offers.keys()].sort(),
          taken: model.taken,
          waiting: model.line.length,
        })
      }
      await line.world.serveWaiting()
      model.serve()
      const { taken, capacity, waiting } = await line.event(id)
      expect(waiting === 0 || taken === capacity).toBe(true)
      expect(await recount(line.world.deps)).toEqual([])
    }),
    { numRuns: 20 },
  )
})
