/** Takedown requests: text length, and rate per client. */
export const TAKEDOWN_CLAIM_MAX = 1_000
export const TAKEDOWN_NAME_MAX = 100
export const TAKEDOWN_URL_MAX = 500
export const TAKEDOWNS_ASKED = { max: 5, perMs: 60 * 60_000 }
/** Days in which the author may answer (情報流通プラットフォーム対処法 requires seven). */
export const TAKEDOWN_ANSWER_DAYS = 7
/** Days after the decision until the requester is erased. */
export const TAKEDOWN_KEPT_DAYS = 180
