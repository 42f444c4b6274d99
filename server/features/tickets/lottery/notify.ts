// What applicants of a lottery are told, by email and notification.

import { inJapan } from '#contract/lib/japan-time.ts'
import { type ExplainedLottery, lotteryRules } from '#contract/lottery/lottery-rules.ts'
import type { Application, Lottery } from '#server/db/schema/lotteries.ts'
import type { Tx } from '#server/db/schema.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { getUser } from '#server/features/auth/queries.ts'
import { pageOf } from '#server/features/orders/waitlist/notify.ts'
import type { WaitedProduct } from '#server/features/orders/waitlist/waited-product-queries.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import type { TicketRow } from '../queries.ts'
import { listTypes } from '../types/queries.ts'
import { presentSale } from './present.ts'
import type { listApplicants } from './queries.ts'

const moment = inJapan({
  month: 'long',
  day: 'numeric',
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** The lowest and the highest price of a ticket. */
async function pricesOf(tx: Tx, ticket: TicketRow): Promise<ExplainedLottery['prices']> {
  const types = await listTypes(tx, [ticket.id])
  const open = types.filter(({ closed }) => closed === 0).map(({ amount }) => amount)
  return open.length > 0 ? [Math.min(...open), Math.max(...open)] : [ticket.amount, ticket.amount]
}

/** The confirmation of an application, with its rules. */
export async function notifyApplied(
  deps: Deps,
  tx: Tx,
  ticket: TicketRow,
  lottery: Lottery,
  userId: string,
  { public_id: publicId, contribution }: Pick<Application, 'public_id' | 'contribution'>,
) {
  const explained = {
    sale: presentSale(lottery),
    prices: await pricesOf(tx, ticket),
    konbini: Boolean(ticket.takes_konbini) && ticket.konbini_days > 0,
  }
  const product = { kind: 'digital_ticket', id: ticket.id, room: ticket.owner_name } as const
  const { email } = await getUser(tx, userId)
  await enqueueEmail(deps, tx, publicId, {
    ...{ letter: 'lotteryApplied', title: ticket.title, product, publicId, contribution },
    ...{ commitment: lottery.commitment, rules: lotteryRules(explained, moment), to: email },
  })
}

/** The hash of the frozen list, for an email that keeps it. */
const hashOf = ({ list_hash: listHash }: Lottery) => (listHash === null ? {} : { listHash })

type Applicant = Awaited<ReturnType<typeof listApplicants>>[number]

/** The result to one applicant. */
export async function notifyResult(
  deps: Deps,
  tx: Tx,
  product: WaitedProduct,
  lottery: Lottery,
  { public_id: about, user_id: to, email, status, expires_at, outcome }: Applicant,
) {
  if (status !== 'active') return
  const facts = pageOf(product)
  const hash = hashOf(lottery)
  const isHeld = outcome === null || outcome === 'taken'
  if (expires_at !== null && isHeld && expires_at > isoNow(deps))
    await enqueueEmail(deps, tx, about, {
      ...{ letter: 'lotteryWon', ...facts, ...hash, expires: expires_at, isLater: false },
      ...{ to: email, until: expires_at },
    })
  else
    await enqueueEmail(deps, tx, about, {
      ...{ letter: 'lotteryLost', ...facts, ...hash, ends: lottery.ends_at, to: email },
    })
  await enqueueNotification(deps, tx, { to, about, notice: { notice: 'lotteryResult', ...facts } })
}

/** A later seat, that somebody else left. */
export async function notifyLaterWin(
  deps: Deps,
  tx: Tx,
  product: WaitedProduct,
  offer: { id: string; user_id: string; email: string; status: string; expires_at: string },
) {
  const { id: about, user_id: to, email, status, expires_at: expires } = offer
  if (status !== 'active') return
  const facts = { ...pageOf(product), expires }
  await enqueueEmail(deps, tx, about, {
    ...{ letter: 'lotteryWon', offerId: about, ...facts, isLater: true },
    ...{ to: email, until: expires },
  })
  const notice = { notice: 'seatOffered', offerId: about, ...facts } as const
  await enqueueNotification(deps, tx, { to, about, notice, until: expires })
}

/** That the ticket was cancelled, to those who have none of it. */
export async function notifyCancelled(
  deps: Deps,
  tx: Tx,
  product: WaitedProduct,
  { public_id: about, user_id: to, email, status, outcome }: Applicant,
) {
  if (status !== 'active' || outcome === 'taken') return
  const facts = { ...pageOf(product), why: 'cancelled' } as const
  await enqueueEmail(deps, tx, about, { letter: 'lotteryEnded', ...facts, to: email })
  const notice = { notice: 'lotteryEnded', ...facts } as const
  await enqueueNotification(deps, tx, { to, about, notice })
}
