import * as z from 'zod'
import { enqueueAll } from '#server/db/outbox.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/process/deps.ts'
import { findSavedMethods, listCardsOfOrder } from './card-queries.ts'
import { parsePaidCard } from './saved-cards.ts'

/** Outbox topic of cards that their buyers did not choose to keep. */
export const DROP_CARD = 'drop-card'
const DropWork = z.object({ method: z.string() })

/**
 * Removes the cards of an order that is over, unless they are saved. A charge needs them at the provider until then, and a
 * declined attempt may have left one.
 */
export async function dropUnkept(deps: Deps, tx: Tx, orderId: string) {
  const methods = (await listCardsOfOrder(tx, orderId))
    .map(({ card }) => parsePaidCard(card))
    .flatMap(({ keep, method }) => (keep ? [] : [method]))
  const saved = await findSavedMethods(tx, methods)
  const works = [...new Set(methods)]
    .filter((method) => !saved.includes(method))
    .map((method) => ({
      topic: DROP_CARD,
      key: `${DROP_CARD}:${method}`,
      payload: { method },
    }))
  await enqueueAll(deps, tx, works)
}

/** The outbox job. */
export const dropCard = (deps: Deps, payload: unknown) =>
  deps.payments.dropCard(DropWork.parse(payload).method)
