import type { WhyRefunded } from '#server/ports/mail.ts'

/** The outbox topic of refunds. */
export const REFUND = 'refund'

/** Paid when no seat was left. */
export const TOO_LATE = 'too_late'
/** Duplicate payment of an order; the right stays. */
export const PAID_TWICE = 'paid_twice'
/** A renewal above the agreed price. */
export const DEARER = 'dearer'
/** Refunded by the seller. */
export const BY_SELLER = 'seller'
/** Refunded by an operator. */
export const BY_OPERATOR = 'operator'
/** Refunded by the buyer: the event never started. */
export const NEVER_STARTED = 'never_started'
/** Refunded by the buyer: the event was moved. */
export const MOVED = 'moved'
/** The ticket was sold to another person by 公式リセール. */
export const RESOLD = 'resold'
/** The product was cancelled. */
export const CALLED_OFF = 'called_off'
/** A renewal that was charged while the room or the member was suspended. */
export const SUSPENDED = 'suspended'
/** Days of a paid month on which the room was suspended; followed by the start of the suspension. */
export const UNUSED_DAYS = 'unused_days'
/** Refunded in the provider's dashboard. */
export const AT_PROVIDER = 'desk'

/** Refund reasons explained in the email. The buyer knows the others. */
const WHY: Record<string, WhyRefunded> = {
  [TOO_LATE]: 'late',
  [PAID_TWICE]: 'twice',
  [SUSPENDED]: 'suspended',
  [RESOLD]: 'resold',
}

/** Why a refund that the buyer did not request was made, for its email. */
export const whyRefunded = (reason: string): WhyRefunded | null =>
  reason.startsWith(UNUSED_DAYS) ? 'unused' : (WHY[reason] ?? null)
