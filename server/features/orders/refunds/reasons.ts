/** The outbox topic of refunds. */
export const REFUND = 'refund'

/** It came when there was no place left. */
export const TOO_LATE = 'too_late'
/** Its order was paid already, and what was bought stays. */
export const PAID_TWICE = 'paid_twice'
/** A renewal that was dearer than what its buyer had agreed to. */
export const DEARER = 'dearer'
/** The seller gave it back. */
export const BY_SELLER = 'seller'
/** An operator gave it back. */
export const BY_OPERATOR = 'operator'
/** The buyer asked for it: what they bought never began. */
export const NEVER_STARTED = 'never_started'
/** The buyer asked for it: what they bought was moved to another time. */
export const MOVED = 'moved'
/** What was bought was called off. */
export const CALLED_OFF = 'called_off'
/** A renewal that was charged though an operator had stopped the room, or the person. */
export const SUSPENDED = 'suspended'
/** Somebody gave it back at the provider's own desk. */
export const AT_DESK = 'desk'
