import { companions } from '#contract/companions/calls.ts'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { callerOf, type World, withRetry } from './buyer.ts'
import type { Plan } from './people.ts'

/** Of the seats of companions. */
const HANDED_OVER = 0.6

/** The people who come with a buyer. */
export const companionsOf = ({ buyer }: Pick<Plan, 'buyer'>) => [`${buyer}-b`, `${buyer}-c`]

/** A buyer of several seats sends some of their companions a link, which those accept. */
export async function handOver(world: World, plan: Plan) {
  const leader = callerOf(world, plan.buyer)
  const { items } = await withRetry(() => leader(tickets.listIssued, { query: {} }))
  const issued = items.find(({ ticket, status }) => ticket.id === plan.wire && status === 'valid')
  for (const [nth, seat] of issued?.companions.entries() ?? []) {
    const companion = companionsOf(plan)[nth]
    if (!issued || !companion || seat.state !== 'open') continue
    if (world.rng.chance('hands over', plan.n, nth) >= HANDED_OVER) continue
    const params = { id: issued.id, seat: seat.id }
    try {
      const { url } = await withRetry(() => leader(companions.linkCompanion, { params }))
      const secret = new URL(url).hash.slice(1)
      const body = { body: { secret } }
      await withRetry(() => callerOf(world, companion)(companions.acceptCompanion, body))
    } catch (error) {
      // A refund, or an answer lost with its server, was faster.
      if (error instanceof Unreachable) continue
      if (!(error instanceof RequestError) || ![404, 409, 410].includes(error.status)) throw error
    }
  }
}
