/** Hours for which an owner may offer a seat to the next person of a waiting list. */
export const OFFER_HOURS = { choices: [12, 24, 48], usual: 24, max: 48 } as const
/** Part of an offer's time that is left when the person is reminded. */
export const REMIND_AT_LEFT = 0.25
/** Days after its end until a place in a waiting list, or an offer, is deleted. */
export const WAIT_KEPT_DAYS = 90
/** Waiting lists that one person may join. */
export const WAITS = { max: 30, perMs: 24 * 60 * 60_000 }
