/** 宛名 of a receipt. */
export const ADDRESSEE_MAX = 60
/** Archives of receipts per person. */
export const RECORD_EXPORTS = { max: 10, perMs: 60 * 60_000 }
