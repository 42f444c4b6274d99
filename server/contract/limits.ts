/** Limits that more than one module uses. */

/** Lists. */
export const LIST_SIZE = 20
export const LIST_MAX = 100
export const SEARCH_MAX = 100

/** Request body limits in bytes; a form that is buffered in memory has at most two pictures. */
export const BODY_MAX_BYTES = { json: 100_000, multipart: 22_000_000, files: 560_000_000 }
/** Limits of a form with files: number of parts, and length of a text field. */
export const FORM_MAX = { parts: 30, text: 100_000 }

/** Webhook endpoints for the payment provider: our own account, and the sellers' accounts. */
export const WEBHOOK_PATHS = {
  platform: '/api/stripe/webhook',
  connect: '/api/stripe/webhook/connect',
} as const

/** One side of an identity document, which is sent to the payment provider only. */
export const IDENTITY_MAX_BYTES = 10_000_000

/** Path of the payment sandbox for browsers. */
export const SANDBOX_PATH = '/sandbox/stripe'

/** Session. */
/** How long the admin pages stay open after the password was entered again. */
export const OPERATOR_CONFIRMED_MIN = 30
/** Reason of an operator's action: code points. */
export const OPERATOR_REASON_MAX = 500
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200
export const ACCESS_TOKEN_S = 15 * 60
export const REFRESH_COOKIE_S = 2_592_000
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

/** Passkeys: number per account, length of a name, timeout of a ceremony. */
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 30
export const PASSKEY_TIMEOUT_MS = 4 * 60_000
export const PASSKEY_CHALLENGE_S = 5 * 60
/** Social login: time at the provider, and time to complete the registration afterwards. */
export const SOCIAL_AWAY_S = 10 * 60
export const SOCIAL_BACK_S = 60 * 60

/** Below this age a guardian's consent is required. */
export const ADULT_AGE = 18
export const BIRTH_YEAR_MIN = 1900

/** Without an answer for this long, cached data is shown. */
export const OFFLINE_AFTER_MS = 3_000
/** Timeouts of API calls: of a GET, and of every other method. */
export const READ_TIMEOUT_MS = 20_000
export const SEND_TIMEOUT_MS = 60_000
/** The retry interval while the server does not answer. */
export const ASK_AGAIN_MS = 10_000
/** Cached answers of visited pages on one device: the latest. */
export const VISITED_MAX = 120
/** Cached tickets that the ticket box shows offline, and cached pictures of tickets. */
export const CACHED_LIST_MAX = 500
export const CACHED_PICTURES_MAX = 200
/** Other public pictures cached on one device: the latest. */
export const PICTURES_MAX = 300
/** Longest interval between full fetches of the ticket list, even if its first page is unchanged. */
export const TICKETS_COMPLETE_MS = 24 * 60 * 60_000

/** Rate limits. */
export const LOGIN_ATTEMPTS = { max: 10, perMs: 10 * 60_000 }
/** Failed passkey logins of one client. */
export const PASSKEY_LOGINS = { max: 20, perMs: 10 * 60_000 }
export const CALLS = { max: 300, perMs: 60_000 }
/** Data exports are expensive to create. */
export const EXPORTS = { max: 5, perMs: 60 * 60_000 }
/** Emails that can be requested without a login: per client, and per address. */
export const MAILS_ASKED = { max: 30, perMs: 60 * 60_000 }
export const MAILS_TO_ONE = { max: 5, perMs: 60 * 60_000 }

/** Length of a push endpoint or token. */
export const PUSH_ENDPOINT_MAX = 2_000
/** Registered push devices per user: the latest. */
export const PUSH_DEVICES_MAX = 10
/** Test notifications that users send to themselves. */
export const PUSH_TESTS = { max: 5, perMs: 60_000 }
/** Hours in Japan, from and to, without notifications for users who chose that. */
export const QUIET_HOURS = { from: 23, to: 8 }
/** Reminders of an event: at this hour of the evening before, and this long before its start. */
export const REMINDER_EVENING_HOUR = 19
export const REMINDER_SOON_MS = 60 * 60_000
/** Users without a notification by this time before the start get an email. */
export const REMINDER_MAIL_MS = 3 * 60 * 60_000

/** Messages: length in graphemes, UTF-16 units and lines; rate limits per person and per room. */
export const MESSAGE_MAX = { chars: 1_000, units: 10_000, lines: 100 }
export const ANNOUNCEMENT_MAX = { title: 50, chars: 2_000 }
export const MESSAGES_OF_ONE = { max: 20, perMs: 5 * 60_000 }
export const ANNOUNCEMENTS_OF_ROOM = { max: 5, perMs: 24 * 60 * 60_000 }
/** Polling interval of an open conversation, and of the list. */
export const MESSAGES_POLL_MS = 5_000
export const CONVERSATIONS_POLL_MS = 20_000

/** Reports of one person. */
export const REPORTS_OF_ONE = { max: 20, perMs: 60 * 60_000 }

/** Talk message: graphemes, and UTF-16 units, as one grapheme may consist of many. */
export const TALK_MAX_CHARS = 200
export const TALK_MAX_UNITS = 1_000
export const TALK_PAGE_SIZE = 15
export const TALK_PAGE_MAX = 100
export const TALK_CATCH_UP = 200
/** Longer texts, in UTF-16 units, are refused before they are parsed. */
export const TALK_RAW_MAX = 10_000
export const TALK_LINES_MAX = 20
/** Rows of the talk in the DOM. */
export const TALK_ROWS_MAX = 200
export const TALK_CLIENT_ID_MAX = 64
/** The install prompt appears from this visit on, and not again for this long after a refusal. */
export const INSTALL_FROM_VISIT = 2
export const INSTALL_AGAIN_MS = 90 * 24 * 60 * 60_000
/** Device bindings of a ticket. */
export const BINDINGS = { max: 5, perMs: 24 * 60 * 60_000 }
/** Transfer offers of one person. */
export const TRANSFERS = { max: 10, perMs: 24 * 60 * 60_000 }
/** Talk messages of one person. */
export const TALK_POSTS = { max: 5, perMs: 10_000 }
/** Limits of an owner's talk settings. */
export const SLOW_SECONDS_MAX = 600
export const NG_WORDS_MAX = 100
/** Banned words of the service. */
export const BANNED_WORDS_MAX = 1_000
export const NG_WORD_MAX = 30

/** Handles. */
export const NAME_MIN = 3
export const NAME_MAX = 20
/** A handle may be changed once in this many days. */
export const NAME_CHANGE_DAYS = 30

/** Long texts: lines, and UTF-16 units that are parsed. */
export const TEXT_LINES_MAX = 500
export const TEXT_RAW_MAX = 50_000
export const FEEDBACK_MAX = 2_000
export const REPORT_REASON_MAX = 500
export const DISPLAY_NAME_MAX = 50

/** Room fields, and a user's profile text. */
export const ROOM_MAX = { title: 50, about: 5_000 }
export const ABOUT_MAX = 1_000
export const LINKS_MAX = { count: 10, title: 30, url: 500 }
export const STAFF_MAX = 30

/** Event fields. */
export const EVENT_MAX = {
  title: 100,
  about: 5_000,
  hours: 24,
  capacity: 100_000,
  archiveDays: 365,
}
/** Digital ticket fields. */
export const TICKET_MAX = {
  title: 100,
  about: 5_000,
  venue: 100,
  capacity: 100_000,
  /** From doors open to the end of entry. */
  hours: 72,
  prefix: 8,
  skipped: 1_000,
}
/** Highest first 整理番号, or end of a gate's range. */
export const NUMBER_MAX = 999_999
/** Gates of one ticket. */
export const GATES_MAX = 30
export const GATE_NAME_MAX = 20
/** Gate log: lines per request, and length of a reason. */
export const GATE_LOG_BATCH = 100
export const GATE_REASON_MAX = 60
/** How long an action at a gate can be undone on the same phone. */
export const UNDO_MS = 15 * 60_000
/** Age at which a cached bundle shows a warning at the gate. */
export const BUNDLE_STALE_MS = 60 * 60_000
/** How often an online gate sends its log and fetches news. */
export const GATE_SYNC_MS = 10_000
/** Lifetime of the key that signs a ticket's codes: new codes then get a new key. */
export const CODE_KEY_DAYS = 30
/** No new key in this many days before doors open: gates must know all keys before they go offline. */
export const CODE_KEYS_SETTLED_DAYS = 3
/** How long after the end of entry a gate can look up a ticket's holder. */
export const HOLDER_NAMED_MS = 24 * 60 * 60_000
/** Side of a stored avatar: full size, and in lists. */
export const FACE_SIDE = { full: 600, small: 160 }

/** Threads and comments of one person. */
export const THREAD_POSTS = { max: 30, perMs: 60 * 60_000 }
export const COMMENT_POSTS = { max: 20, perMs: 60_000 }
/** Storage of one room's media. */
export const ROOM_MEDIA_BYTES = 20_000_000_000
/** Frames of an animated picture: above this no still is generated. */
export const PICTURE_FRAMES_MAX = 100

/** Hours for which an answer to an Idempotency-Key is stored. */
export const IDEMPOTENCY_HOURS = 24

/** User interface: milliseconds, and steps of a hundred. */
export const SCROLL_MS = 700
export const FETCH_DELAY_MS = 200
export const LOADING_STEP_READ = 30
export const LOADING_STEP_WRITE = 45

/** Polling of a payment's completion: interval and duration. */
export const CONFIRM_EVERY_MS = 3_000
export const CONFIRM_FOR_MS = 60_000
/** Animation after a purchase. */
export const CELEBRATION = { particles: 15, ms: 6_000 }
/** How long a seat is reserved during a payment. */
export const HOLD_MS = 15 * 60_000
/** Grace period of an unpaid renewal, and the days of its reminders. */
export const PAST_DUE_DAYS = 7
export const PAST_DUE_MAILS = [0, 3, 6]
/** Length of a one-time token of the provider. */
export const TOKEN_MAX = 255

/**
 * Calls to the payment provider per endpoint (it allows 25 a second). A call that would wait longer is rejected, and
 * the buyer's page retries for a limited time.
 */
export const PROVIDER_LINE = { perSecond: 20, longestWaitMs: 20_000 }
export const CROWD_RETRY_FOR_MS = 30_000
/** After this wait the buyer sees the reason. */
export const CROWD_SAID_AFTER_MS = 3_000

/**
 * Price range in yen. The provider takes at least ¥50 (docs.stripe.com/currencies, minimum charge amounts) and at
 * most eight digits (`PaymentIntent.amount`); our limit is one digit less.
 */
export const PRICE = { min: 50, max: 9_999_999 }

/**
 * Platform fee in whole percent: default and allowed range. From two percent on, the fee of the lowest price is at
 * least one yen: the provider neither charges nor refunds a fee of zero.
 */
export const INITIAL_FEE_PERCENT = 10
export const FEE_PERCENT = { min: 2, max: 50 }
/** Notice period of a fee change in days, and how far ahead one may be planned. */
export const FEE_NOTICE_DAYS = 30
export const FEE_AHEAD_DAYS = 366
/** Ticket holders may ask for a refund if an event is this late. */
export const NOT_STARTED_MS = 60 * 60_000
/** The same if its start was moved by more than this, within a number of days after the change. */
export const MOVED_FAR_MS = 60 * 60_000
export const MOVED_REFUND_DAYS = 7
/** Ticket revenue is held until this many days after the event. */
export const HELD_AFTER_EVENT_DAYS = 3
/** Weekday in Japan from which the weekly payouts are made: 0 is Sunday. */
export const PAYOUT_WEEKDAY = 5
export const PAYOUTS_SHOWN = 100

/** Length of sellers' texts. */
export const SELLER_TEXT_MAX = 50
export const DISCLOSURE_REASON_MAX = 500
/** Disclosure requests: per client, and per seller. Requesters are erased after a number of days. */
export const DISCLOSURES_ASKED = { max: 5, perMs: 60 * 60_000 }
export const DISCLOSURES_TO_ONE = { max: 30, perMs: 24 * 60 * 60_000 }
export const DISCLOSURE_KEPT_DAYS = 90

export const SITE_TITLE = 'Room'
export const COPYRIGHT_FROM = 2020

/** Talk polling: interval and duration. */
export const TALK_POLL_MS = 1_000
export const TALK_POLL_FOR_MS = 7_200_000
/** A talk that is still open after its stream closes automatically once the event is untouched for this long. */
export const TALK_FORGOTTEN_MS = 24 * 60 * 60_000
/** Clients spread their reloads after a change over this long. */
export const CHANGE_SPREAD_MS = 3_000
/** An event stream that is silent this long is dead; the server sends something three times as often. */
/** After a failed stream, polling continues this long before the next attempt. */
export const TALK_STREAM_AGAIN_MS = 30_000
export const TALK_SILENCE_MS = 45_000
export const TALK_HEARTBEAT_MS = 15_000
export const LIVE_URL_POLL_MS = 5_000
export const LIVE_URL_POLL_FOR_MS = 18_000_000

/** Messages of a conversation per page. */
export const MESSAGES_AT_ONCE = 50
/** Longest period of an earnings report. */
export const TERM_MAX_DAYS = 366
/** Range of days in queries: years outside have more or fewer than four digits. */
export const FIRST_DAY = '2000-01-01'
export const LAST_DAY = '2999-12-31'

/** Streams. */
/** A dropped stream may reconnect within this time before it counts as ended. */
export const DROP_GRACE_MS = 120_000
/** Interval at which segment URLs change; each is valid for at most two intervals. */
export const SEGMENT_BUCKET_S = 120
/** Segments in a live playlist: half a minute. */
export const LIVE_WINDOW = 15
/** Devices that may watch at once with one ticket. */
export const WATCHING_AT_ONCE = 3
/** A device without a request for this long no longer counts as watching. */
export const WATCHING_FOR_MS = 30_000
/** Viewers are erased this many days after their last minute; counts and durations stay. */
export const WATCH_KEPT_DAYS = 90
/** How long an access check for viewing is cached. */
export const RIGHT_KEPT_MS = 10_000
/** Free disk space below which new streams are refused, and below which running ones are no longer recorded. */
export const DISK_RESERVE_BYTES = 2_000_000_000
export const DISK_LAST_BYTES = 1_000_000_000
/** Default limit of one room's recordings in GB, and the share from which it counts as nearly full. */
export const ROOM_RECORDINGS_GB = 200
export const RECORDINGS_NEARLY_FULL = 0.9
/** Thresholds for warnings about an owner's encoder. */
export const STREAM_ADVICE = { keyframeS: 4, maxKbps: 12_000, minKbps: 300 }
/** Polling interval of the event's state, plus up to half of it at random to spread the requests. */
export const EVENT_POLL_MS = 20_000

/** A disclosure request is overdue after this many days; sellers are reminded at this interval. */
export const DISCLOSURE_LATE_DAYS = 7
export const DISCLOSURE_REMIND_DAYS = 1
/** Takedown requests: text length, and rate per client. */
export const TAKEDOWN_CLAIM_MAX = 1_000
export const TAKEDOWN_NAME_MAX = 100
export const TAKEDOWN_URL_MAX = 500
export const TAKEDOWNS_ASKED = { max: 5, perMs: 60 * 60_000 }
/** Days in which the author may answer (情報流通プラットフォーム対処法 requires seven). */
export const TAKEDOWN_ANSWER_DAYS = 7
/** Days after the decision until the requester is erased. */
export const TAKEDOWN_KEPT_DAYS = 180
/** Days after the decision until a report's evidence and its reporter's text are erased. */
export const REPORT_KEPT_DAYS = 180
/** Days until feedback to the service is erased. */
export const FEEDBACK_KEPT_DAYS = 365
/** Days after the event until device bindings and the names of staff who tore tickets are erased. */
export const ENTRY_KEPT_DAYS = 365
export const RECONCILIATION_KEPT_DAYS = 365
