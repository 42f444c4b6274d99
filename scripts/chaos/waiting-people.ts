import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { actUnderFire } from './actions.ts'
import { buy, callerOf, type PurchaseResult, type World, withRetry } from './buyer.ts'
import type { Environment } from './environment.ts'
import type { Plan } from './people.ts'
import { waitUntilOffered } from './settle.ts'

/** For one person, or for so many. */
const SOLD_OUT = /売り切れました|枚分のお席がありません/
const JOINS = 0.7
const ANSWERS = [
  [7, 'buys'],
  [2, 'declines'],
  [1, 'forgets'],
] as const
/** Rounds in which those who wait look again after all purchases, each with a kill. */
export const LOOK_ROUNDS = 3
/** Beyond the numbers of the first purchases, as each has keys of its own. */
const LATER = 100_000

/** The people of the waiting lists, alone and in groups. `bought`: called for each purchase of offered seats. */
export function createWaiting(world: World, bought: (plan: Plan, result: PurchaseResult) => void) {
  const line: Plan[] = []
  const call = ({ buyer }: Plan) => callerOf(world, buyer)
  const of = ({ kind, wire: id }: Plan) =>
    ({ kind: kind === 'event' ? kind : 'digital_ticket', id }) as const
  const leave = (plan: Plan) =>
    withRetry(() => call(plan)(waitlist.leaveWait, { params: of(plan) })).catch(unlessUnreachable)

  /** The next of them looks whether seats are offered. */
  async function look() {
    const plan = line.shift()
    if (!plan) return
    const place = withRetry(() => call(plan)(waitlist.getWait, { params: of(plan) }))
    const { state, seats } = await place.catch(unlessUnreachable)
    if (state === 'waiting') line.push(plan)
    if (state !== 'offered') return
    const answer = world.rng.pick(ANSWERS, 'answers', plan.n)
    if (answer === 'buys') {
      const purchase = { ...plan, ...(seats > 1 && { seats }) }
      bought(purchase, await buy(world, purchase))
    }
    if (answer === 'declines') await leave(plan)
  }

  return {
    look,
    /** Some who found a product sold out wait for its seats. */
    async join(plan: Plan, result: PurchaseResult) {
      if (result.at !== 'refused' || !SOLD_OUT.test(result.message)) return
      if (world.rng.chance('joins', plan.n) >= JOINS) return
      const { seats, type } = plan
      const query = { ...(seats && { seats }), ...(type && { type }) }
      try {
        await withRetry(() => call(plan)(waitlist.joinWait, { params: of(plan), query }))
        // Offered seats are sold at their price.
        const { code, ...waiting } = plan
        line.push({ ...waiting, n: LATER + plan.n })
      } catch (error) {
        // A seat was freed, the purchase goes on, or the caller gave up without a response.
        if (error instanceof Unreachable) return
        if (!(error instanceof RequestError) || ![409, 410].includes(error.status)) throw error
      }
    },
    /** All look, again and again, while the server is killed. */
    async lookAgain({ engine, site }: Pick<Environment, 'engine' | 'site'>) {
      for (let round = 0; round < LOOK_ROUNDS; round++) {
        await waitUntilOffered(engine)
        // At least one action, whose start the kill interrupts.
        await actUnderFire(
          Array.from({ length: line.length + 1 }, () => look),
          { kills: 1, rng: world.rng, shoot: async () => void (await site.shoot()) },
        )
      }
    },
    /** Those who wait in vain leave, so that what frees is sold to anybody. */
    leave: () => Promise.all(line.splice(0).map(leave)),
  }
}

/** A caller that gave up without a response looks again later. */
function unlessUnreachable(error: unknown) {
  if (error instanceof Unreachable) return { state: 'waiting', seats: 1 } as const
  throw error
}
