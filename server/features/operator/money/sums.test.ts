import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dashboard } from '#contract/dashboard/calls.ts'
import { events } from '#contract/events/calls.ts'
import { addDays, dayOf } from '#contract/lib/days.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { operatorMoney } from '#contract/operator/money/calls.ts'
import { operatorOverview } from '#contract/operator/overview/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { makeEvent, makeMember, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const OWNERS = ['aoi', 'mio']
const FANS = ['fan', 'guest', 'other']
const PRICES: Record<string, number> = { night: 1_980, noon: 500, dawn: 3_333 }
const HISTORIES = 4

/** One random step. `who` and `what` are indexes into what exists at that point. */
const step = fc.record({
  kind: fc.constantFrom('buy', 'buy', 'buy', 'give back', 'part', 'dispute', 'operator', 'wait'),
  who: fc.nat(100),
  what: fc.nat(100),
})
type Step = (typeof step)['generate'] extends (...args: never[]) => { value: infer T } ? T : never

/** History of two rooms during an evening, through the API. */
async function openHistory(world: World) {
  for (const owner of OWNERS) {
    await makeRoom(world, owner)
    await makeSeller(world, owner)
  }
  for (const fan of FANS) {
    await makeUser(world, fan)
    for (const owner of OWNERS) await makeMember(world, `room-${owner}`, fan)
  }
  await makeUser(world, 'admin', { role: 'operator' })
  const times = { start_at: FAR, sales_end_at: FAR, end_at: LATE }
  const shows = { night: 'aoi', noon: 'aoi', dawn: 'mio' }
  for (const [id, owner] of Object.entries(shows))
    await makeEvent(world, `room-${owner}`, { ...times, id, amount: PRICES[id]! })

  const of = <T>(all: readonly T[], n: number) => all[n % all.length]
  const sold = () =>
    world.db
      .selectFrom('order')
      .innerJoin('attempt', 'attempt.order_id', 'order.id')
      .select(['order.id', 'order.seller_id', 'attempt.intent_ref'])
      .where('order.state', '=', 'settled')
      .where('attempt.state', '=', 'succeeded')
      .orderBy('order.id')
      .execute()
  const notify = (kind: string, ref: string, seller: string) =>
    world.sendEvent({ kind, ref, account: `acct_${seller}` })
  async function buy(fan: string, event_id: string) {
    const call = world.as(fan)
    const { paymentIntent } = await call(events.startJoin, {
      body: { event_id, token: 'tok_visa' },
    })
    world.payments.confirm(paymentIntent.id)
    await call(events.join, { body: { event_id, paymentIntentId: paymentIntent.id } })
  }

  return async function live({ kind, who, what }: Step) {
    if (kind === 'wait') return world.clock.move((1 + (what % 30)) * HOUR_MS)
    if (kind === 'buy')
      // A buyer with a ticket or an open dispute is refused: part of the history, too.
      return buy(of(FANS, who)!, of(Object.keys(shows), what)!).catch(expectApiError)
    const order = of(await sold(), what)
    if (!order) return
    const { id, seller_id, intent_ref } = order
    const params = { id }
    if (kind === 'give back')
      await world.as(seller_id)(orders.refund, { params }).catch(expectApiError)
    else if (kind === 'operator')
      await world
        .as('admin')(operatorMoney.refundPayment, { params, body: { reason: '確認のため' } })
        .catch(expectApiError)
    else if (kind === 'part')
      await notify('refund', world.payments.refundAtProvider(intent_ref!, 100).ref, seller_id)
    else {
      const { ref } = world.payments.dispute(intent_ref!)
      world.payments.closeDispute(ref, who % 2 === 0 ? 'won' : 'lost')
      await notify('dispute', ref, seller_id)
    }
    await world.deliver()
  }
}

const FAR = '2099-01-01T10:00:00.000Z'
const LATE = '2099-01-01T12:00:00.000Z'

function expectApiError(error: unknown) {
  expect(error).toMatchObject({ status: expect.toBeOneOf([403, 409]) })
}

/** Ledger totals, computed independently of the product's code. */
async function ledgerOf(world: World) {
  const rows = await world.db.selectFrom('ledger_entry').selectAll().execute()
  return (matches: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(matches).reduce((sum, { amount }) => sum + amount, 0)
}

async function expectAgreement(world: World) {
  const sum = await ledgerOf(world)
  const today = dayOf(world.clock.now())
  expect(sum(() => true)).toBe(0)

  for (const owner of OWNERS) {
    const asOwner = world.as(owner)
    const term = { start: addDays(today, -60), end: today }
    const proceeds = await asOwner(dashboard.getProceeds, { query: term })
    const earned = (on: (day: string) => boolean) =>
      sum((row) => row.account === 'seller' && row.owner_id === owner && on(dayOf(row.occurred_at)))
    expect(proceeds.sum.profit).toBe(earned(() => true))
    expect(proceeds.today.profit).toBe(earned((day) => day === today))
    expect(proceeds.yesterday.profit).toBe(earned((day) => day === addDays(today, -1)))
    expect(proceeds.seven_days.profit).toBe(earned((day) => day >= addDays(today, -6)))
    for (const { date, profit } of proceeds.term.days)
      expect(profit).toBe(earned((day) => day === date))
    const { held, available, in_transit, paid, blocked } = proceeds.balance
    const parts = blocked.reduce((all, { amount }) => all + amount, held + available)
    expect(parts + in_transit + paid).toBe(proceeds.sum.profit)

    const { items } = await asOwner(events.listOwn, { query: {} })
    for (const { id, sales } of items) {
      const eventOrders = await world.db
        .selectFrom('order')
        .select('id')
        .where('subject_id', '=', id)
        .execute()
      const ids = new Set<string | null>(eventOrders.map((order) => order.id))
      expect(sales.net).toBe(sum((row) => row.account === 'seller' && ids.has(row.order_id)))
    }
  }

  const admin = world.as('admin')
  const books = await admin(operatorMoney.getBooks, {})
  const total = {
    sales: -sum(({ account, kind }) => account === 'buyer' && kind === 'sale') || 0,
    returned: sum(({ account, kind }) => account === 'buyer' && kind !== 'sale'),
    platform_fee: sum(({ account }) => account === 'platform_fee'),
    provider_fee: sum(({ account }) => account === 'provider_fee'),
    sellers: sum(({ account }) => account === 'seller'),
  }
  expect(books.total).toEqual(total)
  expect(books.differences).toEqual([])
  for (const part of Object.keys(total) as (keyof typeof total)[])
    expect(books.months.reduce((all, month) => all + month[part], 0)).toBe(total[part])
  const overview = await admin(operatorOverview.getOverview, {})
  expect(overview.today.sales).toBe(
    -sum(
      ({ account, kind, occurred_at }) =>
        account === 'buyer' && kind === 'sale' && dayOf(occurred_at) === today,
    ) || 0,
  )
}

describe.each(databaseNames)('sums on every screen, on %s', (database) => {
  it('equal the ledger’s after any history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const world = await createWorld(database, { RATE_LIMITS: 'off' })
        try {
          const live = await openHistory(world)
          for (const one of steps) await live(one)
          await world.deliver()
          await expectAgreement(world)
        } finally {
          await world.close()
        }
      }),
      // No shrinking, since each run creates a database.
      { numRuns: HISTORIES, endOnFailure: true },
    )
  })
})
