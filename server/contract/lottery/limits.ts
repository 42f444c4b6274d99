/** What an owner may set for a lottery, and an applicant may choose. */
export const LOTTERY_MAX = { choices: 3, group: 4, buyDays: 3 } as const
/** Minutes between the close and the results at least: the draw is made, and the frozen list can be looked at. */
export const RESULT_AFTER_MINUTES = 10
/** No seat is offered for less time than this. */
export const OFFER_LEAST_HOURS = 6
/** Bytes of a contribution: what a device adds to the draw, in base64url. */
export const CONTRIBUTION_BYTES = 16
/** Applications that one person may write. */
export const APPLICATIONS = { max: 60, perMs: 24 * 60 * 60_000 }
/** Days after the event until it is deleted who applied. */
export const APPLICATION_KEPT_DAYS = 90
