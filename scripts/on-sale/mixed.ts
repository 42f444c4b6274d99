import { DAY_MS } from '#contract/lib/durations.ts'
import { orders } from '#contract/orders/calls.ts'
import { resale } from '#contract/resale/calls.ts'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import type { Engine } from '#server/db/engine.ts'
import { run as reconcile } from '#server/reconcile/reconcile.ts'
import type { ReconciliationReport } from '#server/reconcile/report.ts'
import { type Act, actUnderFire } from '../chaos/actions.ts'
import { closeDisputes } from '../chaos/after.ts'
import {
  buy,
  callerOf,
  confirm,
  type PurchaseResult,
  payNumber,
  type World,
  withRetry,
} from '../chaos/buyer.ts'
import { companionsOf, handOver } from '../chaos/companions.ts'
import { addEvening, addTypes, chooseSeats, TYPED, typeId } from '../chaos/entry-tickets.ts'
import { createEnvironment, type Environment } from '../chaos/environment.ts'
import { addPerson, addSeller, type Plan } from '../chaos/people.ts'
import { purchaseOf } from '../chaos/purchase.ts'
import { confirmedButMissing, summed } from '../chaos/results.ts'
import { createRng, type Rng } from '../chaos/rng.ts'
import { lookAtSeats, watchSeats } from '../chaos/seats.ts'
import { ADVANCE_MS, letTimePass, listFailedJobs, waitUntilSettled } from '../chaos/settle.ts'
import { createWaiting } from '../chaos/waiting-people.ts'

const OWNER = 'owner'
const EVENING = TYPED
/** Buyers who act at one moment. */
const AT_ONCE = 60
/**
 * The parts of buyers and kills: as the sale begins, as purchases are refunded and given back, and as payment numbers have
 * lapsed.
 */
const PARTS = [0.6, 0.2, 0.2]
const REFUNDS = 8
/** Tickets that their holders give back, for those who wait. */
const LISTED = 24
/** Longer than a payment number is good. */
const LAPSE_MS = 2 * DAY_MS

interface Sale {
  buyers: number
  seats: number
  kills: number
  seed: number
  /** An empty database of its own; default: SQLite. */
  databaseUrl?: string | undefined
}
export interface MixedSale {
  report: ReconciliationReport
  resultCounts: Record<PurchaseResult['at'], number>
  errorCounts: Record<string, number>
  kills: number
  /** Seats, codes and tickets that were wrong, at any moment or at the end. */
  wrong: string[]
  missing: string[]
  restless: string[]
  failedJobs: string[]
  /** What was sold, at the end. */
  figures: Awaited<ReturnType<typeof countSold>>
}

/** The evening, its buyers and their companions, and those who come last: as many as seats, each for one. */
async function createPeople(
  { engine: { db }, sandbox }: Environment,
  { rng, buyers, seats }: { rng: Rng; buyers: number; seats: number },
) {
  const account = await addSeller(db, sandbox, OWNER, 0)
  await addEvening(db, OWNER, { id: EVENING, capacity: seats, resale: true })
  await addTypes(db, EVENING, { own: Math.ceil(seats / 4), codeSeats: Math.ceil(seats / 5) })
  const planOf = (n: number): Plan => ({
    ...{ n, buyer: `buyer${n}`, kind: 'digital_ticket', subject: EVENING, wire: EVENING },
  })
  const plans = Array.from({ length: buyers }, (_, n) => ({
    ...planOf(n),
    ...chooseSeats(rng, n, EVENING),
  }))
  const type = typeId(EVENING, 'plain')
  const latecomers = Array.from({ length: seats }, (_, n) => ({ ...planOf(buyers + n), type }))
  for (const plan of plans)
    for (const person of [plan.buyer, ...companionsOf(plan)]) await addPerson(db, person)
  for (const { buyer } of latecomers) await addPerson(db, buyer)
  return { account, plans, latecomers }
}

/**
 * An evening with three types of tickets, bought by card and in stores, alone and with companions, with and without a
 * code that is good for a fifth of the seats, and sold on to those who wait, while the server is killed.
 */
export async function mixedSale({
  buyers,
  seats,
  kills,
  seed,
  databaseUrl,
}: Sale): Promise<MixedSale> {
  const rng = createRng(seed)
  const environment = await createEnvironment(databaseUrl ? { databaseUrl } : {})
  const { sandbox, engine, site, config, url, provider, tokenOf } = environment
  const { db } = engine
  const unpaid: string[] = []
  const world: World = { url, provider, rng, tokenOf, unpaid }
  try {
    const { account, plans, latecomers } = await createPeople(environment, { rng, buyers, seats })
    await site.start()
    const stopWatching = watchSeats(engine)
    const outcomes = new Map<Plan, PurchaseResult>()
    const waiting = createWaiting(world, (plan, result) => outcomes.set(plan, result))
    const purchase = (plan: Plan) => async () => {
      const result = await buy(world, plan)
      outcomes.set(plan, result)
      await waiting.join(plan, result)
      if (result.at === 'has') await handOver(world, plan)
    }
    const refund =
      ({ id }: { id: string }) =>
      () =>
        withRetry(() => callerOf(world, OWNER)(orders.refund, { params: { id } })).catch(() => null)
    const list =
      ({ buyer_id }: { buyer_id: string }) =>
      () => {
        const params = { kind: 'digital_ticket', id: EVENING } as const
        return withRetry(() => callerOf(world, buyer_id)(resale.listForResale, { params })).catch(
          () => null,
        )
      }
    /** False if it is refused. */
    async function buySeat(plan: Plan) {
      const { start, finish } = purchaseOf(callerOf(world, plan.buyer), plan)
      try {
        const press = { idempotencyKey: plan.buyer }
        const { ref, secret } = await withRetry(() => start({ token: 'tok_visa' }, press))
        await confirm(provider, account, { id: ref, client_secret: secret ?? '' })
        await withRetry<unknown>(() => finish(ref))
      } catch {
        return false
      }
      outcomes.set(plan, { at: 'has' })
      return true
    }
    let begun = 0
    async function rush(part: number, more: Act[] = []) {
      const some = plans.slice(begun, begun + Math.round(part * buyers))
      begun += some.length
      await actUnderFire([...more, ...some.map(purchase)], {
        kills: Math.round(part * kills),
        rng,
        atOnce: AT_ONCE,
        shoot: async () => void (await site.shoot()),
      })
    }
    const settle = async () => {
      await letTimePass(environment, ADVANCE_MS)
      return waitUntilSettled(engine, sandbox)
    }
    const [first = 0, second = 0, third = 0] = PARTS
    await rush(first)
    const bought = await listPurchases(db)
    const [refunded, listed] = [bought.slice(0, REFUNDS), bought.slice(REFUNDS, REFUNDS + LISTED)]
    await rush(second, [...refunded.map(refund), ...listed.map(list)])
    await waiting.lookAgain(environment)
    await letTimePass(environment, LAPSE_MS)
    // Numbers that lapsed are paid all the same, while others buy what they held.
    await rush(
      third,
      unpaid.map((page) => () => payNumber(page)),
    )
    await settle()
    await closeDisputes(world, [account], sandbox)
    await letTimePass(environment, LAPSE_MS)
    const restless = await settle()
    await waiting.leave()
    // What was freed is sold: each buys one seat, until the first is refused.
    for (const plan of latecomers) if (!(await buySeat(plan))) break
    restless.push(...(await settle()))
    const wrong = [...(await stopWatching()), ...(await lookAtSeats(engine))]
    const failedJobs = await listFailedJobs(engine)
    await site.stop()
    return {
      report: await reconcile(config, createStripeClient(sandbox.secretKey, sandbox.url), 0),
      ...summed(outcomes),
      kills: site.kills(),
      wrong,
      missing: await confirmedButMissing(engine, outcomes),
      restless,
      failedJobs,
      figures: await countSold(engine),
    }
  } finally {
    await environment.close()
  }
}

const listPurchases = (db: Engine['db']) =>
  db
    .selectFrom('order')
    .select(['id', 'buyer_id'])
    .where('state', '=', 'settled')
    .orderBy('seats', 'desc')
    .execute()

async function countSold({ db }: Pick<Engine, 'db'>) {
  const sold = await db
    .selectFrom('order')
    .innerJoin('issued_ticket', 'issued_ticket.order_id', 'order.id')
    .innerJoin('attempt', 'attempt.order_id', 'order.id')
    .select(['order.seats', 'attempt.pay_until'])
    .where('attempt.state', '=', 'succeeded')
    .where('issued_ticket.status', '=', 'valid')
    .execute()
  const accepted = await db
    .selectFrom('companion_seat')
    .select('id')
    .where('state', '=', 'accepted')
    .execute()
  const codes = await db
    .selectFrom('redemption')
    .select('seats')
    .where('released_at', 'is', null)
    .execute()
  const refunds = await db.selectFrom('refund').select('id').where('state', '=', 'done').execute()
  const soldOn = await db.selectFrom('resale').select('id').where('outcome', '=', 'sold').execute()
  const sum = (rows: { seats: number }[]) => rows.reduce((all, { seats }) => all + seats, 0)
  return {
    seats: sum(sold),
    purchases: sold.length,
    inStores: sold.filter(({ pay_until }) => pay_until !== null).length,
    companions: accepted.length,
    withCode: sum(codes),
    refunds: refunds.length,
    soldOn: soldOn.length,
  }
}
