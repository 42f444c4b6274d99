import type {
  ClientId,
  Code,
  FilePath,
  Flag,
  Id,
  Instant,
  Json,
  PersonalFile,
  PersonalJson,
  PersonalSecret,
  PersonalText,
  PublicText,
  Retained,
  Unexported,
  Yen,
} from './types.ts'

export interface Event {
  id: Id
  room_id: Id
  title: Retained<PublicText<'room_id'>, 'on the receipts of its buyers'>
  about: PublicText<'room_id'>
  /** Separated by blanks. */
  tags: PublicText<'room_id'>
  start_at: Instant
  end_at: Instant
  /** Price of a ticket with everything: the live stream, and its archive if there is one. */
  amount: Yen
  /** Price of a ticket to the live stream alone (配信のみ); null: there is none. */
  live_amount: Yen | null
  capacity: number
  /** Seats sold or reserved: never above `capacity`, changed by one conditional update. */
  taken: number
  /** People in the line for a seat; while there are any, a free seat is sold to nobody else. */
  waiting: number
  /** Hours for which a seat is offered to the next of them. */
  offer_hours: number
  /** Until when tickets may be given back and sold by 公式リセール; null: not at all. */
  resale_until: Instant | null
  /** Tickets given back and not sold yet: valid, but their seats do not count as taken. */
  listed: number
  /** Days within which a ticket may be paid in a convenience store; 0: by card only. */
  konbini_days: number
  /** Valid tickets. */
  participants: number
  /** Number of the latest ticket; numbers are never reused. */
  last_number: number
  sales_end_at: Instant
  archive_days: number
  /** 0 none, 1 ready. */
  archive: Flag
  archive_until: Instant | null
  live_talk: Flag
  /** 0 upcoming, 1 on air, 2 stream over and talk still open, 3 ended. */
  publishment_flg: 0 | 1 | 2 | 3
  status: 'draft' | 'published' | 'cancelled'
  auto_start: Flag
  thumbnail_image_path: PersonalFile<'room_id'> | null
  slow_seconds: number
  ng_words: PersonalJson<'room_id'>
  created_at: Instant
  updated_at: Instant
  /** Number of the owner's changes. */
  changes: number
  /** Names of the fields that a draft leaves open; their columns hold placeholders. */
  open_fields: Json
  /** Original start, if it was moved after tickets had been sold. */
  moved_from: Instant | null
  /** When its owner deleted the archive. */
  archive_deleted_at: Instant | null
}

/** The tags of an event, in the form in which they are looked up. */
export interface EventTag {
  tag: Unexported<PersonalText<'event_id'>, 'made from the tags of the event'>
  event_id: Id
}

/** Captions of an archive in one language, as WebVTT. */
export interface Caption {
  event_id: Id
  language: Code
  text: PublicText<'event_id'>
  updated_at: Instant
}

export interface EventNotify {
  event_id: Id
  user_id: Id
  created_at: Instant
}

export interface StreamKey {
  event_id: Id
  key_hash: PersonalSecret<'event_id'>
  /** Encrypted with the server's secret, so that the owner can read it again. */
  key_sealed: PersonalSecret<'event_id'>
  created_at: Instant
}

/** One stream of an event; interruptions are in `gaps`. */
export interface Broadcast {
  id: Id
  event_id: Id
  state: 'preview' | 'on_air' | 'interrupted' | 'ended'
  /** Folder of its segments in the data folder: `live/<id>`, or `demo/<id>` for one that the demo plays. */
  folder: FilePath
  gaps: Json
  started_at: Instant
  ended_at: Instant | null
  /** Disk usage; null while it runs. */
  bytes: number | null
  /** End of the recording, if the room's storage was full. */
  kept_until: Instant | null
}

/** External source of an event's stream. */
export interface StreamSource {
  event_id: Id
  /** Addresses of HLS playlists, encrypted with the server's secret. */
  live_sealed: PersonalSecret<'event_id'>
  archive_sealed: PersonalSecret<'event_id'> | null
  updated_at: Instant
}

/**
 * A deleted message stays as an empty row; the tombstone that `deletes` it has its own seq. A row with a `mark` says
 * what became of the line that it is `about`; it deletes itself, so that nothing takes it for a message.
 */
export interface Talk {
  event_id: Id
  seq: number
  user_id: Id
  message: PublicText<'user_id'>
  client_id: ClientId | null
  deleted: Flag
  deletes: number | null
  created_at: Instant
  /** Deleted by an operator's decision: like any deletion, but the text is kept. */
  hidden_by: Id | null
  /** Seq of the line that this one replies to. */
  reply_to: number | null
  /** A question to the host. */
  question: Flag
  answered_at: Instant | null
  about: number | null
  mark: 'pin' | 'unpin' | 'answer' | null
  /** The line is this stamp, and `message` its name; it may have been removed since. */
  stamp_id: Id | null
}

/** The number of reactions of all viewers in one second, without the viewers. */
export interface TalkReaction {
  event_id: Id
  /** Its start. */
  second: Instant
  reactions: number
}

/** The start of an event before each move. */
export interface EventMove {
  id: Id
  event_id: Id
  from_start: Instant
  moved_at: Instant
}

export interface TalkBan {
  event_id: Id
  user_id: Id
  banned_by: Id
  created_at: Instant
}

/** How many lines of a person an event's talk has, without deleted ones. */
export interface TalkAuthor {
  event_id: Id
  user_id: Id
  messages: number
}

/** The sums of `talk_author`; `people` are those with a line. */
export interface TalkTotal {
  event_id: Id
  messages: number
  people: number
}

/** One person's watch time of an event; deleted when it can no longer grow. */
export interface Watch {
  event_id: Id
  kind: 'live' | 'archive'
  user_id: Id
  minutes: number
  /** Start of the latest counted minute. */
  last_minute: Instant
}

/** Permanent totals: people, minutes, and the most people in one minute. */
export interface WatchTotal {
  event_id: Id
  kind: 'live' | 'archive'
  people: number
  minutes: number
  peak: number
}

/** One minute of an event's live stream. */
export interface WatchMinute {
  event_id: Id
  /** Its start. */
  minute: Instant
  /** Viewers who requested the picture in it. */
  people: number
  /** Lines of talk in it, without deleted ones. */
  messages: number
}
