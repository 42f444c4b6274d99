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
/** Talk messages of one person. */
export const TALK_POSTS = { max: 5, perMs: 10_000 }
/** Questions that a host sees. */
export const QUESTIONS_MAX = 200
/** Reactions in one request, and how often an app sends those of its viewer. */
export const REACTIONS_AT_ONCE = 20
export const REACTIONS_EVERY_MS = 2_000
/** What viewers see is the number of reactions within this long. */
export const REACTIONS_SHOWN_MS = 3_000
/** Response header of a polled talk: the number of reactions within `REACTIONS_SHOWN_MS`, unless there are none. */
export const REACTIONS_HEADER = 'talk-reactions'
/** The time of one part of a replay, and its most lines. */
export const REPLAY_SPAN_MS = 60_000
export const REPLAY_LINES_MAX = 1_000
/** Lines before a part, so that a talk does not begin empty after a jump. */
export const REPLAY_BEFORE = 50
/** Limits of an owner's talk settings. */
export const SLOW_SECONDS_MAX = 600
export const NG_WORDS_MAX = 100
export const NG_WORD_MAX = 30

/** Talk polling: interval and duration. */
export const TALK_POLL_MS = 1_000
export const TALK_POLL_FOR_MS = 7_200_000
/** A talk that is still open after its stream closes automatically once the event is untouched for this long. */
export const TALK_FORGOTTEN_MS = 24 * 60 * 60_000
/** After a failed stream, polling continues this long before the next attempt. */
export const TALK_STREAM_AGAIN_MS = 30_000
/** An event stream that is silent this long is dead; the server sends something three times as often. */
export const TALK_SILENCE_MS = 45_000
export const TALK_HEARTBEAT_MS = 15_000
export const LIVE_URL_POLL_MS = 5_000
export const LIVE_URL_POLL_FOR_MS = 18_000_000
/** Devices that may watch at once with one ticket. */
export const WATCHING_AT_ONCE = 3
/** A device without a request for this long no longer counts as watching. */
export const WATCHING_FOR_MS = 30_000
/** Viewers are erased this many days after their last minute; counts and durations stay. */
export const WATCH_KEPT_DAYS = 90
/** How long an access check for viewing is cached. */
export const RIGHT_KEPT_MS = 10_000
/** H.264 profiles of 10 bits (6e), 4:2:2 (7a) and 4:4:4 (2c, f4), in RFC 6381 notation: phones cannot play them. */
export const FOREIGN_PROFILE = /^avc1\.(6e|7a|2c|f4)/i
