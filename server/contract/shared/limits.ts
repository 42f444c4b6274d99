/** Limits that several features share; the others stand in the folder of their feature. */

/** Lists. */
export const LIST_SIZE = 20
export const LIST_MAX = 100
export const SEARCH_MAX = 100

/** Request body limits in bytes; a `multipart` form has at most two pictures. */
export const BODY_MAX_BYTES = { json: 100_000, multipart: 22_000_000, files: 560_000_000 }
/** Limits of a form with files: number of parts, and length of a text field. */
export const FORM_MAX = { parts: 30, text: 100_000 }

/** Below this age a guardian's consent is required. */
export const ADULT_AGE = 18

/** Without an answer for this long, cached data is shown. */
export const OFFLINE_AFTER_MS = 3_000
/** Timeouts of API calls: of a GET, and of every other method. */
export const READ_TIMEOUT_MS = 20_000
export const SEND_TIMEOUT_MS = 60_000
/** The retry interval while the server does not answer. */
export const ASK_AGAIN_MS = 10_000
/** Cached answers of visited pages on one device: the latest. */
export const VISITED_MAX = 120
/** Other public pictures cached on one device: the latest. */
export const PICTURES_MAX = 300
/** Rate limit of all calls of one client. */
export const CALLS = { max: 300, perMs: 60_000 }
/** The install prompt appears from this visit on, and not again for this long after a refusal. */
export const INSTALL_FROM_VISIT = 2
export const INSTALL_AGAIN_MS = 90 * 24 * 60 * 60_000

/** People on the page of an event or a room who agreed to be shown, and up to which number they are counted. */
export const FACES_SHOWN = 5
export const FACES_COUNTED_MAX = 100
/** Long texts: lines, and UTF-16 units that are parsed. */
export const TEXT_LINES_MAX = 500
export const TEXT_RAW_MAX = 50_000
export const DISPLAY_NAME_MAX = 50
/** A user's profile text. */
export const ABOUT_MAX = 1_000
export const LINKS_MAX = { count: 10, title: 30, url: 500 }
/** Side of a stored avatar: full size, and in lists. */
export const FACE_SIDE = { full: 600, small: 160 }

/** Hours for which an answer to an Idempotency-Key is stored. */
export const IDEMPOTENCY_HOURS = 24

/** User interface: milliseconds, and steps of a hundred. */
export const SCROLL_MS = 700
export const FETCH_DELAY_MS = 200
export const LOADING_STEP_READ = 30
export const LOADING_STEP_WRITE = 45

/**
 * Price range in yen. The provider takes at least ¥50 (docs.stripe.com/currencies, minimum charge amounts) and at
 * most eight digits (`PaymentIntent.amount`); our limit is one digit less.
 */
export const PRICE = { min: 50, max: 9_999_999 }

export const SITE_TITLE = 'Room'
export const COPYRIGHT_FROM = 2020
/** Clients spread their reloads after a change over this long. */
export const CHANGE_SPREAD_MS = 3_000
/** The name of a seller's link, `?from=`. */
export const LINK_NAME = /^[\w-]{1,32}$/
/** Longest period of an earnings report. */
export const TERM_MAX_DAYS = 366
/** Range of days in queries: years outside have more or fewer than four digits. */
export const FIRST_DAY = '2000-01-01'
export const LAST_DAY = '2999-12-31'
/** Free disk space below which new streams are refused, and below which running ones are no longer recorded. */
export const DISK_RESERVE_BYTES = 2_000_000_000
export const DISK_LAST_BYTES = 1_000_000_000
