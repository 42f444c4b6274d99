/** One side of an identity document, which is sent to the payment provider only. */
export const IDENTITY_MAX_BYTES = 10_000_000

/** Length of sellers' texts. */
export const SELLER_TEXT_MAX = 50
