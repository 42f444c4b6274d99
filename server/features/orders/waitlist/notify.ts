// What people of a waiting list are told, by email and notification, in the transaction of the cause.

import type { Tx } from '#server/db/schema.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import type { WhyWaitEnded } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'
import type { WaitedProduct } from './waited-product-queries.ts'

interface Recipient {
  user_id: string
  email: string
  status: string
}
interface Offered extends Recipient {
  id: string
  expires_at: string
}

export const pageOf = ({ kind, id, room, title }: WaitedProduct) => ({
  product: { kind, id, room },
  title,
})

/** That a seat is offered, or that its deadline is near. */
export async function notifyOffered(
  deps: Deps,
  tx: Tx,
  product: WaitedProduct,
  { id, user_id, email, status, expires_at: until }: Offered,
  what: 'seatOffered' | 'seatOfferEnding',
) {
  if (status !== 'active') return
  const facts = { ...pageOf(product), expires: until }
  await enqueueEmail(deps, tx, id, { letter: what, ...facts, to: email, until })
  const notice = { notice: what, offerId: id, ...facts }
  await enqueueNotification(deps, tx, { to: user_id, about: id, notice, until })
}

const TOLD: readonly string[] = ['lapsed', 'unfit', 'over', 'cancelled'] satisfies WhyWaitEnded[]
const isTold = (outcome: string): outcome is WhyWaitEnded => TOLD.includes(outcome)

/** That an offered seat went back to the holder of the listed ticket. `isWaiting`: the person is in the line again. */
export async function notifyRecalled(
  deps: Deps,
  tx: Tx,
  product: WaitedProduct,
  { id: about, user_id: to, email, status }: Recipient & { id: string },
  isWaiting: boolean,
) {
  if (status !== 'active') return
  const facts = pageOf(product)
  await enqueueEmail(deps, tx, about, { letter: 'seatRecalled', ...facts, isWaiting, to: email })
  await enqueueNotification(deps, tx, { to, about, notice: { notice: 'seatRecalled', ...facts } })
}

/** That waiting is over, or an offer. `about`: id of the place or the offer. Nothing is told of what the person did. */
export async function notifyWaitEnded(
  deps: Deps,
  tx: Tx,
  product: WaitedProduct,
  { id: about, user_id, email, status, drawn }: Recipient & { id: string; drawn?: number },
  outcome: string,
) {
  if (status !== 'active' || !isTold(outcome)) return
  // The end of a lottery is told to all who applied at once.
  if (drawn && outcome === 'cancelled') return
  const facts = { ...pageOf(product), why: outcome }
  const what = drawn ? 'lotteryEnded' : 'waitEnded'
  await enqueueEmail(deps, tx, about, { letter: what, ...facts, to: email })
  const notice = { notice: what, ...facts } as const
  await enqueueNotification(deps, tx, { to: user_id, about, notice })
}
