export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200
export const ACCESS_TOKEN_S = 15 * 60
export const REFRESH_COOKIE_S = 2_592_000
/** Age at which a session ends, however often it was used. */
export const SESSION_MAX_DAYS = 90
/** Lifetime of the device cookie: the longest that browsers allow. */
export const DEVICE_COOKIE_S = 400 * 24 * 60 * 60
/** How long a replaced refresh token still works, for a second tab. */
export const REFRESH_GRACE_MS = 10_000
/** The client refreshes a token that expires sooner than this. */
export const REFRESH_AHEAD_S = 5 * 60

/** Lifetimes of links in emails, and of the right to set a password after one of them. */
export const SIGN_UP_LINK_S = 24 * 60 * 60
export const EMAIL_LINK_S = 24 * 60 * 60
export const RESET_LINK_S = 60 * 60
export const RESET_TOKEN_S = 15 * 60
export const BIRTH_YEAR_MIN = 1900

/** Logins of one client, and to one account. */
export const LOGIN_ATTEMPTS = { max: 10, perMs: 10 * 60_000 }
/** Emails that can be requested without a login: per client, and per address. */
export const MAILS_ASKED = { max: 30, perMs: 60 * 60_000 }
export const MAILS_TO_ONE = { max: 5, perMs: 60 * 60_000 }
/** Handles that one client may check, as it types. */
export const NAMES_ASKED = { max: 300, perMs: 10 * 60_000 }

/** Handles. */
export const NAME_MIN = 3
export const NAME_MAX = 20
/** A handle may be changed once in this many days. */
export const NAME_CHANGE_DAYS = 30
