import type { Flag, Id, Instant, Json, Yen } from './types.ts'

export interface Event {
  id: Id
  room_id: Id
  title: string
  about: string
  start_at: Instant
  end_at: Instant
  amount: Yen
  capacity: number
  /** Seats sold or held: never above `capacity`, changed by one conditional update. */
  taken: number
  /** Valid tickets. */
  participants: number
  /** The number of the newest ticket; numbers are never given twice. */
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
  thumbnail_image_path: string | null
  slow_seconds: number
  ng_words: Json
  created_at: Instant
  updated_at: Instant
  /** How often it was changed by its owner. */
  changes: number
  /** The names of what a draft does not say yet; its columns hold something that nobody is shown. */
  open_fields: Json
  /** When it was to begin, before the start was moved for people who had a ticket. */
  moved_from: Instant | null
  /** When its owner deleted what could be seen again. */
  archive_deleted_at: Instant | null
}

export interface EventNotify {
  event_id: Id
  user_id: Id
  created_at: Instant
}

export interface StreamKey {
  event_id: Id
  key_hash: string
  /** Encrypted with the server's secret: the owner may read it again. */
  key_sealed: string
  created_at: Instant
}

/** One run of a stream; what fell out of it is marked in `gaps`. */
export interface Broadcast {
  id: Id
  event_id: Id
  state: 'preview' | 'on_air' | 'interrupted' | 'ended'
  /** Where its pieces are kept under the data folder: `live/<id>`. `demo/<id>` marks one that the demo plays itself. */
  folder: string
  gaps: Json
  started_at: Instant
  ended_at: Instant | null
  /** What it takes of the disk; null while it runs. */
  bytes: number | null
  /** From then on it was not kept: the room's part of the disk was full. */
  kept_until: Instant | null
}

/** Where the stream of an event comes from, if not from an encoder that pushes to us. */
export interface StreamSource {
  event_id: Id
  /** Addresses of HLS playlists, encrypted with the server's secret. */
  live_sealed: string
  archive_sealed: string | null
  updated_at: Instant
}

/** A deleted message stays as an empty row; the row that `deletes` it has a seq of its own. */
export interface Talk {
  event_id: Id
  seq: number
  user_id: Id
  message: string
  client_id: string | null
  deleted: Flag
  deletes: number | null
  created_at: Instant
  /** Whoever runs the service took it away: it is deleted as others are, but keeps its text. */
  hidden_by: Id | null
}

/** When it was to begin until somebody changed that. */
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

/** One person's minutes with the picture of an event; forgotten when they cannot grow any more. */
export interface Watch {
  event_id: Id
  kind: 'live' | 'archive'
  user_id: Id
  minutes: number
  /** The start of the newest minute that is counted. */
  last_minute: Instant
}

/** What stays of them: how many people, their minutes together, and the most of them in one minute. */
export interface WatchTotal {
  event_id: Id
  kind: 'live' | 'archive'
  people: number
  minutes: number
  peak: number
}
