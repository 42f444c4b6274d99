import type { Flag, Id, Instant, Json } from './types.ts'

/** Work to do outside, written in the transaction of its cause. */
export interface Outbox {
  id: Id
  topic: string
  /** The same key twice is one piece of work. */
  key: string
  payload: Json
  due_at: Instant
  attempts: number
  /** When it was last tried in vain, by the clock that `due_at` was reckoned with. */
  tried_at: Instant | null
  /** Why it waits: the payment provider did not answer it (`silent`), nor anybody else (`away`). */
  provider: 'silent' | 'away' | null
  leased_until: Instant | null
  leased_by: string | null
  done_at: Instant | null
  error: string | null
  created_at: Instant
}

/** A recurring job; whoever takes the lease runs it. */
export interface Job {
  name: string
  due_at: Instant
  leased_until: Instant | null
  leased_by: string | null
  last_run_at: Instant | null
}

/** One browser that may be notified. */
export interface PushToken {
  id: Id
  user_id: Id
  kind: 'webpush' | 'fcm'
  /** Where to send; of `fcm`, the token. */
  endpoint: string
  keys: Json
  created_at: Instant
  /** When this browser last told us that a notification had come. */
  confirmed_at: Instant | null
  /** The login it belongs to: once that ends nothing is sent any more. */
  session_id: Id | null
  tried_at: Instant | null
  /** What the push service said last. */
  outcome: 'taken' | 'later' | 'refused' | null
}

/** One matter that one person is told of, on however many devices. */
export interface PushNotice {
  id: Id
  user_id: Id
  kind: 'event_reminder' | 'room_news' | 'message' | 'payment' | 'ticket' | 'test'
  /** The same key twice is one notice. */
  key: string
  /** The event it is about, if it is about one. */
  event_id: Id | null
  created_at: Instant
  /** When a push service first took it. */
  sent_at: Instant | null
  /** When a device first told us that it had come. */
  delivered_at: Instant | null
}

/** What this site signs its notifications with; browsers subscribe to it, so it stays. */
export interface PushKey {
  id: Id
  public_key: string
  private_key_sealed: string
  created_at: Instant
}

/** Append-only: triggers refuse to change or delete a row. */
export interface Audit {
  id: Id
  actor_id: Id | null
  action: string
  target: string
  before: Json
  after: Json
  created_at: Instant
}

/** One comparison of our books with the payment provider's. */
export interface Reconciliation {
  id: Id
  state: 'running' | 'done' | 'failed'
  /** Who asked for it; null: the day. */
  actor_id: Id | null
  counted: Json
  total: number
  /** The first of them. */
  differences: Json
  created_at: Instant
  finished_at: Instant | null
}

export interface FeatureSwitch {
  name: string
  enabled: Flag
  updated_at: Instant
}

/** Once published, a version stays as people agreed to it. */
export interface LegalText {
  id: Id
  slug: string
  version: number
  title: string
  /** Markdown. */
  body: string
  published_at: Instant
  /** 1: whoever has agreed to an older one only agrees anew. */
  consent: Flag
  /** `operator`: written here, and so before any file. */
  source: 'release' | 'operator'
  actor_id: Id | null
}

/** The next version of a legal text, while it is written. */
export interface LegalDraft {
  slug: string
  title: string
  body: string
  consent: Flag
  /** Null: once somebody says so. */
  publish_at: Instant | null
  /** Counts what was saved: two writers notice one another. */
  version: number
  actor_id: Id | null
  updated_at: Instant
}

/** Somebody agreed to a version of a text. */
export interface Consent {
  user_id: Id
  slug: string
  version: number
  accepted_at: Instant
}

/** The questions and answers of one topic, as an operator wrote them. */
export interface HelpVersion {
  id: Id
  topic: string
  version: number
  /** Null: back to those of the files. */
  entries: Json | null
  actor_id: Id | null
  created_at: Instant
}

/** A line that stands over every page. */
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
  /** Of a draft, when it shall be out. */
  published_at: Instant
  status: 'draft' | 'published'
  /** Counts what was saved: two writers notice one another. */
  version: number
  updated_at: Instant
}

/** A number series. */
export interface Counter {
  name: string
  last: number
}
