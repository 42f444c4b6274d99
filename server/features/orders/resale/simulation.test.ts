import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import { isFull } from '#server/testing/names.ts'
import { addNight, createStage, PEOPLE, type Person, type Stage } from './testing/stage.ts'

const OFFER_MS = 24 * HOUR_MS
/** Hours until the doors open in a history; 公式リセール ends an hour later. */
const HOURS = 60

/** The rules, without a database: what the server must do, whatever happens in which order. */
class Model {
  capacity = 2
  now: number
  readonly until: number
  line: Person[] = []
  /** The order of joining. */
  private seq = new Map<Person, number>()
  private joined = 0
  tickets = new Set<Person>()
  /** Oldest first. */
  listed: Person[] = []
  used = new Set<Person>()
  /** Open offers: their deadlines, and their order. */
  offers = new Map<Person, { until: number; n: number }>()
  private made = 0
  /** Unpaid orders, oldest first: when they lapse, and the deadline of the offer that they took. */
  holds = new Map<Person, { until: number; offer: { until: number; n: number } | null }>()
  constructor(now: number) {
    this.now = now
    this.until = now + HOURS * HOUR_MS
  }
  get isOpen() {
    return this.now < this.until
  }
  get free() {
    const lent = this.isOpen ? this.listed.length : 0
    return this.capacity + lent - this.tickets.size - this.offers.size - this.holds.size
  }
  join(who: Person) {
    if (!this.isOpen || this.tickets.has(who)) return false
    if (this.line.includes(who)) return true
    if (this.holds.has(who) || this.offers.has(who)) return false
    if (this.line.length === 0 && this.free > 0) return false
    this.line.push(who)
    this.seq.set(who, ++this.joined)
    return true
  }
  start(who: Person) {
    if (!this.isOpen || this.tickets.has(who)) return false
    if (this.holds.has(who)) return true
    const offer = this.offers.get(who) ?? null
    if (offer === null && (this.line.length > 0 || this.free <= 0)) return false
    this.offers.delete(who)
    this.holds.set(who, { until: this.now + HOLD_MS, offer })
    return true
  }
  pay(who: Person) {
    if (!this.start(who)) return false
    this.holds.delete(who)
    this.tickets.add(who)
    if (this.tickets.size > this.capacity) this.tickets.delete(this.listed.shift()!)
    return true
  }
  refund(who: Person) {
    this.listed = this.listed.filter((one) => one !== who)
    this.used.delete(who)
    return this.tickets.delete(who)
  }
  list(who: Person) {
    if (!this.tickets.has(who)) return false
    if (this.listed.includes(who)) return true
    if (!this.isOpen || this.used.has(who)) return false
    this.listed.push(who)
    return true
  }
  private putBack(who: Person) {
    this.line = [...this.line, who].sort((a, b) => this.seq.get(a)! - this.seq.get(b)!)
  }
  /** Takes a seat back for a ticket, from the newest of those who have not paid. */
  private recall(who: Person, fromOrders: boolean) {
    const lent = this.capacity + this.listed.length - this.tickets.size
    if (lent - this.offers.size - this.holds.size <= 0) {
      const [offered] = [...this.offers.keys()].sort(
        (a, b) => this.offers.get(b)!.n - this.offers.get(a)!.n,
      )
      const [paying] = [...this.holds].slice(-1)
      if (offered) {
        this.offers.delete(offered)
        this.putBack(offered)
      } else if (fromOrders && paying) {
        this.holds.delete(paying[0])
        if (paying[1].offer !== null) this.putBack(paying[0])
      } else return false
    }
    this.listed = this.listed.filter((one) => one !== who)
    return true
  }
  withdraw(who: Person) {
    return !this.listed.includes(who) || this.recall(who, false)
  }
  use(who: Person) {
    if (!this.tickets.has(who)) return false
    this.used.add(who)
    if (this.listed.includes(who)) this.recall(who, true)
    return true
  }
  pass(ms: number) {
    this.now += ms
    for (const [who, { until, offer }] of this.holds)
      if (until <= this.now) {
        this.holds.delete(who)
        if (offer !== null && offer.until > this.now) this.offers.set(who, offer)
      }
    return this.serve()
  }
  serve() {
    for (const [who, { until }] of this.offers) if (until <= this.now) this.offers.delete(who)
    if (!this.isOpen) {
      const reserved = this.offers.size + this.holds.size
      const kept = Math.max(0, this.tickets.size + reserved - this.capacity)
      this.listed = this.listed.slice(0, kept)
      this.line = []
    }
    while (this.isOpen && this.free > 0) {
      const next = this.line.shift()
      if (next === undefined) break
      // In these histories the sale ends with 公式リセール.
      const until = Math.min(this.now + OFFER_MS, this.until)
      this.offers.set(next, { until, n: ++this.made })
    }
    return true
  }
}

type Action =
  | { act: 'join' | 'start' | 'pay' | 'refund' | 'list' | 'withdraw' | 'use'; who: Person }
  | { act: 'pass'; ms: number }
  | { act: 'serve' }

const who = fc.constantFrom(...PEOPLE)
const PERSONAL = [
  'join',
  'start',
  'pay',
  'pay',
  'list',
  'list',
  'list',
  'withdraw',
  'refund',
] as const
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ act: fc.constantFrom(...PERSONAL), who }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('use' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('pass' as const),
      ms: fc.constantFrom(HOLD_MS / 2, HOLD_MS + 1, 12 * HOUR_MS, OFFER_MS),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('serve' as const) }) },
)

let stage: Stage
let nights = 0
beforeAll(async () => {
  stage = await createStage('sqlite', 'digital_ticket', 2)
})
afterAll(() => stage.world.close())

/** Whether the server did it. Expected refusals are answers with a status. */
async function run(id: string, action: Action): Promise<boolean> {
  const { world } = stage
  const perform = async () => {
    switch (action.act) {
      case 'join':
        return stage.wait(action.who, id)
      case 'start':
        return stage.start(action.who, id)
      case 'pay':
        return stage.buy(action.who, id)
      case 'refund':
        return stage.refund(action.who, id)
      case 'list':
        return stage.list(action.who, id)
      case 'withdraw':
        return stage.withdraw(action.who, id)
      case 'use':
        return use(action.who, id)
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

/** At the door, which is open all the time in these histories. */
async function use(user: string, id: string) {
  const order = await stage.orderOf(user, id)
  const issued = await stage.world.db
    .selectFrom('issued_ticket')
    .select('id')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  return stage.tear(user, issued.id)
}

const apply = (model: Model, action: Action): boolean => {
  if (action.act === 'pass') return model.pass(action.ms)
  return action.act === 'serve' ? model.serve() : model[action.act](action.who)
}

async function stored(id: string) {
  const { db, clock } = stage.world
  const now = clock.now().toISOString()
  const open = <T extends 'waitlist' | 'seat_offer'>(table: T) =>
    db
      .selectFrom(table as 'seat_offer')
      .selectAll()
      .where('subject_id', '=', id)
      .where('closed_at', 'is', null)
      .execute()
  const line = await db
    .selectFrom('waitlist')
    .select('user_id')
    .where('subject_id', '=', id)
    .where('closed_at', 'is', null)
    .orderBy('seq')
    .execute()
  const listed = await db
    .selectFrom('resale')
    .innerJoin('order', 'order.id', 'resale.order_id')
    .select('order.buyer_id')
    .where('resale.subject_id', '=', id)
    .where('resale.closed_at', 'is', null)
    .orderBy('resale.id')
    .execute()
  const offers = (await open('seat_offer')).filter(({ expires_at }) => expires_at > now)
  return {
    line: line.map(({ user_id }) => user_id),
    listed: listed.map(({ buyer_id }) => buyer_id),
    offers: offers.map(({ user_id }) => user_id).sort(),
    tickets: await stage.holders(id),
  }
}

it('listed tickets are never two on one seat, none is lost, and the money is right, whatever happens', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 24 }), async (actions) => {
      const id = `show-${++nights}`
      await addNight(stage.world, 'digital_ticket', { id, capacity: 2 }, HOURS)
      await stage.world.db
        .updateTable('digital_ticket')
        .set({ opens_at: stage.world.clock.now().toISOString() })
        .where('id', '=', id)
        .execute()
      const model = new Model(stage.world.clock.now().getTime())
      for (const person of ['ann', 'bob'] as const) {
        model.pay(person)
        await stage.buy(person, id)
      }
      for (const action of actions) {
        const expected = apply(model, action)
        expect([action, await run(id, action)]).toEqual([action, expected])
        expect(await stored(id)).toEqual({
          line: model.line,
          listed: model.listed,
          offers: [...model.offers.keys()].sort(),
          tickets: [...model.tickets].sort(),
        })
        await stage.expectExact(id)
      }
      // The limits of each person are those of a day.
      stage.world.clock.move(OFFER_MS)
    }),
    { numRuns: isFull ? 40 : 6 },
  )
})
