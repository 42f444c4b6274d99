import type { Flag, Id, Instant, Json } from './types.ts'

/** External work, enqueued in the transaction of its cause. */
export interface Outbox {
  id: Id
  topic: string
  /** The same key twice is one item of work. */
  key: string
  payload: Json
  due_at: Instant
  attempts: number
  /** Last failed attempt, by the clock that set `due_at`. */
  tried_at: Instant | null
  /** Why it waits: the payment provider did not answer this call (`silent`), or any (`away`). */
  provider: 'silent' | 'away' | null
  leased_until: Instant | null
  leased_by: string | null
  done_at: Instant | null
  error: string | null
  created_at: Instant
}

/** A recurring job; the process that gets the lease runs it. */
export interface Job {
  name: string
  due_at: Instant
  leased_until: Instant | null
  leased_by: string | null
  last_run_at: Instant | null
}

/** A browser registered for notifications. */
export interface PushToken {
  id: Id
  user_id: Id
  kind: 'webpush' | 'fcm'
  /** Push endpoint; for `fcm`, the token. */
  endpoint: string
  keys: Json
  created_at: Instant
  /** When this browser last confirmed a delivery. */
  confirmed_at: Instant | null
  /** Its session: nothing is sent after the session has ended. */
  session_id: Id | null
  tried_at: Instant | null
  /** Last result at the push service. */
  outcome: 'taken' | 'later' | 'refused' | null
}

/** One notification to one person, on all their devices. */
export interface PushNotification {
  id: Id
  user_id: Id
  kind: 'event_reminder' | 'room_news' | 'message' | 'payment' | 'ticket' | 'test'
  /** The same key twice is one notification. */
  key: string
  /** The event that it is about, if any. */
  event_id: Id | null
  created_at: Instant
  /** First accepted by a push service. */
  sent_at: Instant | null
  /** First confirmed by a device. */
  delivered_at: Instant | null
}

/** VAPID key of this site; permanent, since browsers subscribe to it. */
export interface PushKey {
  id: Id
  public_key: string
  private_key_sealed: string
  created_at: Instant
}

/** Append-only: triggers refuse updates and deletes. */
export interface Audit {
  id: Id
  actor_id: Id | null
  action: string
  target: string
  before: Json
  after: Json
  created_at: Instant
}

/** A reconciliation of our records with the payment provider's. */
export interface Reconciliation {
  id: Id
  state: 'running' | 'done' | 'failed'
  /** Operator who started it; null: the daily run. */
  actor_id: Id | null
  counted: Json
  total: number
  /** The first differences. */
  differences: Json
  created_at: Instant
  finished_at: Instant | null
}

export interface FeatureSwitch {
  name: string
  enabled: Flag
  updated_at: Instant
}

/** A published version is immutable, as users agreed to it. */
export interface LegalText {
  id: Id
  slug: string
  version: number
  title: string
  /** Markdown. */
  body: string
  published_at: Instant
  /** 1: users who accepted an older version must accept this one. */
  consent: Flag
  /** `operator`: written here, which takes precedence over files. */
  source: 'release' | 'operator'
  actor_id: Id | null
}

/** Draft of the next version of a legal text. */
export interface LegalDraft {
  slug: string
  title: string
  body: string
  consent: Flag
  /** Null: published by hand. */
  publish_at: Instant | null
  /** Counts saves, to detect conflicting edits. */
  version: number
  actor_id: Id | null
  updated_at: Instant
}

/** A person's consent to a version of a text. */
export interface Consent {
  user_id: Id
  slug: string
  version: number
  accepted_at: Instant
}

/** Questions and answers of one topic, written by an operator. */
export interface HelpVersion {
  id: Id
  topic: string
  version: number
  /** Null: the default from the files. */
  entries: Json | null
  actor_id: Id | null
  created_at: Instant
}

/** The site notice on every page. */
export interface SiteNotice {
  name: string
  text: string
  updated_at: Instant
}

export interface News {
  id: Id
  slug: string
  title: string
  lead: string
  /** Markdown. */
  body: string
  image_path: string | null
  /** For a draft: the planned date. */
  published_at: Instant
  status: 'draft' | 'published'
  /** Counts saves, to detect conflicting edits. */
  version: number
  updated_at: Instant
}

/** A sequence. */
export interface Counter {
  name: string
  last: number
}
