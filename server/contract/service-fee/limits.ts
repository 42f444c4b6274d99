/**
 * Platform fee in whole percent: default and allowed range. From two percent on, the fee of the lowest price is at
 * least one yen: the provider neither charges nor refunds a fee of zero.
 */
export const INITIAL_FEE_PERCENT = 10
export const FEE_PERCENT = { min: 2, max: 50 }
/** Notice period of a fee change in days, and how far ahead one may be planned. */
export const FEE_NOTICE_DAYS = 30
export const FEE_AHEAD_DAYS = 366
