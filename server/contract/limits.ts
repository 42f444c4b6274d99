/** Every number of the product that more than one place must agree on. */

/** Lists. */
export const LIST_SIZE = 20
export const LIST_MAX = 100
export const SEARCH_MAX = 100

/** Bytes of a request's body; a form that is held in memory has two pictures at most. */
export const BODY_MAX_BYTES = { json: 100_000, multipart: 22_000_000, files: 560_000_000 }
/** Of a form that files come in: its fields, and how long one that is no file may be. */
export const FORM_MAX = { parts: 30, text: 100_000 }

/** Where the payment provider sends its notices: of our own account, and of the sellers'. */
export const WEBHOOK_PATHS = {
  platform: '/api/stripe/webhook',
  connect: '/api/stripe/webhook/connect',
} as const

/** One side of an identity document, which goes to the payment provider alone. */
export const IDENTITY_MAX_BYTES = 10_000_000

/** Where browsers reach the payment sandbox. */
export const SANDBOX_PATH = '/sandbox/stripe'

/** Session. */
/** How long the operator's pages stay open once the password was given again. */
export const OPERATOR_CONFIRMED_MIN = 30
/** Why an operator did something: code points. */
export const OPERATOR_REASON_MAX = 500
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200
export const ACCESS_TOKEN_S = 15 * 60
export const REFRESH_COOKIE_S = 2_592_000
/** A browser is known again for as long as browsers keep a cookie at most. */
export const DEVICE_COOKIE_S = 400 * 24 * 60 * 60
/** A token that was just replaced still works this long, for a second tab. */
export const REFRESH_GRACE_MS = 10_000
/** The client renews a token that has less than this left. */
export const REFRESH_AHEAD_S = 5 * 60

/** How long mailed links live, and the right to set a password that one of them gives. */
export const SIGN_UP_LINK_S = 24 * 60 * 60
export const EMAIL_LINK_S = 24 * 60 * 60
export const RESET_LINK_S = 60 * 60
export const RESET_TOKEN_S = 15 * 60

/** Passkeys of one person, the name of one, and how long somebody has to find their finger. */
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 30
export const PASSKEY_TIMEOUT_MS = 4 * 60_000
export const PASSKEY_CHALLENGE_S = 5 * 60
/** How long a trip to another service may take, and how long whoever comes back from it may take to join. */
export const SOCIAL_AWAY_S = 10 * 60
export const SOCIAL_BACK_S = 60 * 60

/** Below this age a guardian has to agree. */
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
/** Public pictures that one device keeps besides, wherever they were seen: the latest. */
export const PICTURES_MAX = 300
/** The whole list of tickets is fetched at least this often, however alike its beginning looks. */
export const TICKETS_WHOLE_MS = 24 * 60 * 60_000

/** Throttles: so many in so long. */
export const LOGIN_ATTEMPTS = { max: 10, perMs: 10 * 60_000 }
/** Logins by a passkey that came to nothing, of one client. */
export const PASSKEY_LOGINS = { max: 20, perMs: 10 * 60_000 }
export const CALLS = { max: 300, perMs: 60_000 }
/** Everything of one's own in one file is dear to make. */
export const EXPORTS = { max: 5, perMs: 60 * 60_000 }
/** Mails that anybody may ask for: by one client, and to one address. */
export const MAILS_ASKED = { max: 30, perMs: 60 * 60_000 }
export const MAILS_TO_ONE = { max: 5, perMs: 60 * 60_000 }

/** An address that a browser is notified at, or a token. */
export const PUSH_ENDPOINT_MAX = 2_000
/** Browsers of one person that are notified: the latest. */
export const PUSH_DEVICES_MAX = 10
/** Notifications that somebody may send themselves, to see whether they come. */
export const PUSH_TESTS = { max: 5, perMs: 60_000 }
/** At these hours in Japan nobody is woken who does not want it: from the first to the second. */
export const QUIET_HOURS = { from: 23, to: 8 }
/** When people are reminded of an event: at this hour of the evening before, and so long before it begins. */
export const REMINDER_EVENING_HOUR = 19
export const REMINDER_SOON_MS = 60 * 60_000
/** Whoever has had no notification by then is written a mail. */
export const REMINDER_MAIL_MS = 3 * 60 * 60_000

/** Messages, as people count and as memory does, and what one person may write to others, one room to all. */
export const MESSAGE_MAX = { chars: 1_000, units: 10_000, lines: 100 }
export const ANNOUNCEMENT_MAX = { title: 50, chars: 2_000 }
export const MESSAGES_OF_ONE = { max: 20, perMs: 5 * 60_000 }
export const ANNOUNCEMENTS_OF_ROOM = { max: 5, perMs: 24 * 60 * 60_000 }
/** Whoever has a conversation, or the list of them, open sees what is new after so long. */
export const MESSAGES_POLL_MS = 5_000
export const CONVERSATIONS_POLL_MS = 20_000

/** What one person may report. */
export const REPORTS_OF_ONE = { max: 20, perMs: 60 * 60_000 }

/** Talk, as people count and as memory does: one character may be built of many UTF-16 units. */
export const TALK_MAX_CHARS = 200
export const TALK_MAX_UNITS = 1_000
export const TALK_PAGE_SIZE = 15
export const TALK_PAGE_MAX = 100
export const TALK_CATCH_UP = 200
/** Longer texts, in UTF-16 units, are refused before anybody looks at them. */
export const TALK_RAW_MAX = 10_000
export const TALK_LINES_MAX = 20
/** Rows that stand in the document at once. */
export const TALK_ROWS_MAX = 200
export const TALK_CLIENT_ID_MAX = 64
/** The app offers itself for the home screen from this visit on, and after a no not again for so long. */
export const INSTALL_FROM_VISIT = 2
export const INSTALL_AGAIN_MS = 90 * 24 * 60 * 60_000
/** A ticket moves from phone to phone so often. */
export const BINDINGS = { max: 5, perMs: 24 * 60 * 60_000 }
/** What one person may offer to others. */
export const TRANSFERS = { max: 10, perMs: 24 * 60 * 60_000 }
/** What one person may say. */
export const TALK_POSTS = { max: 5, perMs: 10_000 }
/** What an owner may set for a talk. */
export const SLOW_SECONDS_MAX = 600
export const NG_WORDS_MAX = 100
/** Of the whole service. */
export const BANNED_WORDS_MAX = 1_000
export const NG_WORD_MAX = 30

/** Handles. */
export const NAME_MIN = 3
export const NAME_MAX = 20
/** A handle may be changed once in so many days. */
export const NAME_CHANGE_DAYS = 30

/** Texts people write: lines of a long one, and UTF-16 units that anybody looks at. */
export const TEXT_LINES_MAX = 500
export const TEXT_RAW_MAX = 50_000
export const FEEDBACK_MAX = 2_000
export const REPORT_REASON_MAX = 500
export const DISPLAY_NAME_MAX = 50

/** A room, as its owner may open it, and what a person says of themself. */
export const ROOM_MAX = { title: 50, about: 5_000 }
export const ABOUT_MAX = 1_000
export const LINKS_MAX = { count: 10, title: 30, url: 500 }
export const STAFF_MAX = 30

/** An event, as its owner may plan it. */
export const EVENT_MAX = {
  title: 100,
  about: 5_000,
  hours: 24,
  capacity: 100_000,
  archiveDays: 365,
}
/** A ticket for a door, as its owner may make it. */
export const TICKET_MAX = {
  title: 100,
  about: 5_000,
  venue: 100,
  capacity: 100_000,
  /** From the opening of the doors to the end of entry. */
  hours: 72,
  prefix: 8,
  skipped: 1_000,
}
/** The highest 整理番号 that a first one, or a gate's range, may name. */
export const NUMBER_MAX = 999_999
/** Doors of one ticket. */
export const GATES_MAX = 30
export const GATE_NAME_MAX = 20
/** Lines of a door's log in one sending, and what one of them may give as its reason. */
export const GATE_LOG_BATCH = 100
export const GATE_REASON_MAX = 60
/** What a door did may be taken back on the same phone for so long. */
export const UNDO_MS = 15 * 60_000
/** A list of tickets that is older than this is a warning on the door's screen. */
export const BUNDLE_STALE_MS = 60 * 60_000
/** How often a door that has a network tells what it did, and asks for what is new. */
export const GATE_SYNC_MS = 10_000
/** So many days the codes of a ticket are signed by one key: then those that are made from then on have a new one. */
export const CODE_KEY_DAYS = 30
/** In so many days before the doors open there is no new one: gates shall know all of them before they lose their network. */
export const CODE_KEYS_SETTLED_DAYS = 3
/** How long after the end of entry a gate's phone is told whose ticket it is. */
export const HOLDER_NAMED_MS = 24 * 60 * 60_000
/** As high or wide as a face is kept: where it is large, and in a line of a list. */
export const FACE_SIDE = { full: 600, small: 160 }

/** What one person may post, and answer. */
export const THREAD_POSTS = { max: 30, perMs: 60 * 60_000 }
export const COMMENT_POSTS = { max: 20, perMs: 60_000 }
/** What the pictures, sounds and films of one room may take of the disk. */
export const ROOM_MEDIA_BYTES = 20_000_000_000
/** Pictures of a moving picture: of more than these nobody sees a still one drawn. */
export const PICTURE_FRAMES_MAX = 100

/** Hours an answer to an Idempotency-Key is kept. */
export const IDEMPOTENCY_HOURS = 24

/** The screen, in milliseconds and steps of a hundred. */
export const SCROLL_MS = 700
export const FETCH_DELAY_MS = 200
export const LOADING_STEP_READ = 30
export const LOADING_STEP_WRITE = 45

/** How often the screen asks whether a payment has arrived, and for how long at most. */
export const CONFIRM_EVERY_MS = 3_000
export const CONFIRM_FOR_MS = 60_000
/** The celebration of a purchase. */
export const CELEBRATION = { particles: 15, ms: 6_000 }
/** A seat is kept this long for one who is paying. */
export const HOLD_MS = 15 * 60_000
/** Who is behind with a renewal keeps the room for so many days, and is told on these of them. */
export const PAST_DUE_DAYS = 7
export const PAST_DUE_MAILS = [0, 3, 6]
/** What a one-time token of the provider may look like at most. */
export const TOKEN_MAX = 255

/**
 * Calls to the payment provider, for each of its endpoints (it allows 25 a second); what would wait longer is refused,
 * and asked again by the buyer's own screen, for so long at most.
 */
export const PROVIDER_LINE = { perSecond: 20, longestWaitMs: 20_000 }
export const CROWD_RETRY_FOR_MS = 30_000
/** After so long a buyer who waits is told why. */
export const CROWD_SAID_AFTER_MS = 3_000

/**
 * What may be charged at once, in yen. The provider takes no less than ¥50 (docs.stripe.com/currencies, minimum charge
 * amounts) and eight digits at most (`PaymentIntent.amount`); ours ends a digit before that.
 */
export const PRICE = { min: 50, max: 9_999_999 }

/**
 * The platform's part of a sale, in whole percent: of a site on which nobody has changed it, and within which it may be
 * changed. From two percent on, the smallest price has a fee of a yen: the provider takes none of zero, nor gives it back.
 */
export const INITIAL_FEE_PERCENT = 10
export const FEE_PERCENT = { min: 2, max: 50 }
/** Owners hear of another fee so many days before; nobody plans it further ahead than the second. */
export const FEE_NOTICE_DAYS = 30
export const FEE_AHEAD_DAYS = 366
/** An event that has not begun so long after its time may be refunded by whoever holds a ticket. */
export const NOT_STARTED_MS = 60 * 60_000
/** One whose start was moved by more than this, too: for so many days after it was. */
export const MOVED_FAR_MS = 60 * 60_000
export const MOVED_REFUND_DAYS = 7
/** Ticket money is held until the event is this many days over. */
export const HELD_AFTER_EVENT_DAYS = 3
/** Money goes to the sellers' banks once a week, from this day in Japan on: 0 is Sunday. */
export const PAYOUT_WEEKDAY = 5
export const PAYOUTS_SHOWN = 100

/** What sellers write of themselves. */
export const SELLER_TEXT_MAX = 50
export const DISCLOSURE_REASON_MAX = 500
/** Requests for disclosure: of one client, and to one seller. Who asked is forgotten after so many days. */
export const DISCLOSURES_ASKED = { max: 5, perMs: 60 * 60_000 }
export const DISCLOSURES_TO_ONE = { max: 30, perMs: 24 * 60 * 60_000 }
export const DISCLOSURE_KEPT_DAYS = 90

export const SITE_TITLE = 'Room'
export const COPYRIGHT_FROM = 2020

/** Polling while one watches: how often, and for how long at most. */
export const TALK_POLL_MS = 1_000
export const TALK_POLL_FOR_MS = 7_200_000
/** Talk that goes on after its stream is closed by itself, once nothing has been done to the event for so long. */
export const TALK_FORGOTTEN_MS = 24 * 60 * 60_000
/** Thousands learn of a change in one moment: within so long each looks. */
export const CHANGE_SPREAD_MS = 3_000
/** A stream of events that is silent this long is dead; a living one says something three times as often. */
/** Where the stream did not come to anything, polling goes on this long before it is tried again. */
export const TALK_STREAM_AGAIN_MS = 30_000
export const TALK_SILENCE_MS = 45_000
export const TALK_HEARTBEAT_MS = 15_000
export const LIVE_URL_POLL_MS = 5_000
export const LIVE_URL_POLL_FOR_MS = 18_000_000

/** Messages of one conversation that are given at once: the newest, or those just before one of them. */
export const MESSAGES_AT_ONCE = 50
/** Days of one look at the proceeds: longer terms are another year's books. */
export const TERM_MAX_DAYS = 366
/** Days that may be asked for; beyond them years are spelled with more or fewer than four digits. */
export const FIRST_DAY = '2000-01-01'
export const LAST_DAY = '2999-12-31'

/** Streams. */
/** A stream that dropped may come back for so long before it counts as ended. */
export const DROP_GRACE_MS = 120_000
/** Links to pieces of a stream change this often, and live for two such times at most. */
export const SEGMENT_BUCKET_S = 120
/** Pieces of a stream on air that a player is told of: half a minute. */
export const LIVE_WINDOW = 15
/** Devices that may watch on one ticket at the same time. */
export const WATCHING_AT_ONCE = 3
/** A device that has not asked for so long is not watching any more. */
export const WATCHING_FOR_MS = 30_000
/** Who watched is forgotten so many days after their last minute; how many they were, and how long, stays. */
export const WATCH_KEPT_DAYS = 90
/** How long the right to watch is believed before it is looked up again. */
export const RIGHT_KEPT_MS = 10_000
/** Below this no new stream is taken, and further down none that runs is kept any more. */
export const DISK_RESERVE_BYTES = 2_000_000_000
export const DISK_LAST_BYTES = 1_000_000_000
/** What the recordings of one room may take of the disk unless the operator says otherwise, in GB; and how full is nearly. */
export const ROOM_RECORDINGS_GB = 200
export const RECORDINGS_NEARLY_FULL = 0.9
/** What is told to the owner of what their encoder sends. */
export const STREAM_ADVICE = { keyframeS: 4, maxKbps: 12_000, minKbps: 300 }
/** Whoever watches asks this often how the event stands; up to half as long again, so that they do not come at once. */
export const EVENT_POLL_MS = 20_000

/** A request for disclosure that waits for longer is late; a seller is reminded once in so many days. */
export const DISCLOSURE_LATE_DAYS = 7
export const DISCLOSURE_REMIND_DAYS = 1
/** Takedown requests: how much is written, and how many of one client. */
export const TAKEDOWN_CLAIM_MAX = 1_000
export const TAKEDOWN_NAME_MAX = 100
export const TAKEDOWN_URL_MAX = 500
export const TAKEDOWNS_ASKED = { max: 5, perMs: 60 * 60_000 }
/** For so long the author may answer (情報流通プラットフォーム対処法 asks for seven days). */
export const TAKEDOWN_ANSWER_DAYS = 7
/** So long after the decision the asker is forgotten. */
export const TAKEDOWN_KEPT_DAYS = 180
/** Likewise what a report shows of what it was about, and its reporter's words. */
export const REPORT_KEPT_DAYS = 180
/** What people wrote to the service itself. */
export const FEEDBACK_KEPT_DAYS = 365
/** Which phone a ticket was bound to, and who tore it: so long after its day. */
export const ENTRY_KEPT_DAYS = 365
export const RECONCILIATION_KEPT_DAYS = 365
