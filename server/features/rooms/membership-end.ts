import { enqueue } from '#server/db/outbox.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/process/deps.ts'

/** Outbox topic of subscriptions that pay for no membership any more. */
export const MEMBERSHIP_END = 'membership-end'

/** Ends a subscription at the provider, in the transaction of its cause. */
export const enqueueEnd = (deps: Deps, tx: Tx, ref: string) =>
  enqueue(deps, tx, { topic: MEMBERSHIP_END, key: `${MEMBERSHIP_END}:${ref}`, payload: { ref } })
