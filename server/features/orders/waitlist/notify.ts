// What people of a waiting list are told, by email and notification, in the transaction of the cause.

import type { Tx } from '#server/db/schema.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import type { WhyOfferEnded, WhyWaitEnded } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'
import type { WaitedProduct } from './waited-product-queries.ts'

interface Recipient {
  user_id: string
  email: string
  status: string
}
interface Offered extends Recipient {
  id: string
  seats: number
  expires_at: string
}

export const pageOf = ({ kind, id, room, title }: WaitedProduct) => ({
  product: { kind, id, room },
  title,
})

/** That seats are offered, or that their deadline is near. */
export async function notifyOffered(
  deps: Deps,
  tx: Tx,
  product: WaitedProduct,
  { id, user_id, email, status, seats, expires_at: until }: Offered,
  what: 'seatOffered' | 'seatOfferEnding',
) {
  if (status !== 'active') return
  const facts = { ...pageOf(product), seats, expires: until }
  const offer = { offerId: id, ...facts }
  await enqueueEmail(deps, tx, id, { letter: what, ...offer, to: email, until })
  const notice = { notice: what, ...offer }
  await enqueueNotification(deps, tx, { to: user_id, about: id, notice, until })
}

const OFFERS_TOLD: readonly string[] = [
  'lapsed',
  'unfit',
  'over',
  'cancelled',
] satisfies WhyOfferEnded[]
const isOfferTold = (outcome: string): outcome is WhyOfferEnded => OFFERS_TOLD.includes(outcome)
const isTold = (outcome: string): outcome is WhyWaitEnded =>
  outcome === 'tooMany' || isOfferTold(outcome)

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
  person: Recipient & { id: string; drawn?: number },
  outcome: string,
) {
  const { id: about, user_id, email, status } = person
  if (status !== 'active') return
  if (person.drawn) return notifyWinEnded(deps, tx, product, person, outcome)
  if (!isTold(outcome)) return
  const facts = { ...pageOf(product), why: outcome }
  await enqueueEmail(deps, tx, about, { letter: 'waitEnded', ...facts, to: email })
  const notice = { notice: 'waitEnded', ...facts } as const
  await enqueueNotification(deps, tx, { to: user_id, about, notice })
}

/** That a winner's offer is over. The end of a cancelled lottery is told to all who applied at once. */
async function notifyWinEnded(
  deps: Deps,
  tx: Tx,
  product: WaitedProduct,
  { id: about, user_id, email }: Recipient & { id: string },
  outcome: string,
) {
  if (!isOfferTold(outcome) || outcome === 'cancelled') return
  const facts = { ...pageOf(product), why: outcome }
  await enqueueEmail(deps, tx, about, { letter: 'lotteryEnded', ...facts, to: email })
  const notice = { notice: 'lotteryEnded', ...facts } as const
  await enqueueNotification(deps, tx, { to: user_id, about, notice })
}
