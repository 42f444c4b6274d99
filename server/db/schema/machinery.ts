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

export interface PushToken {
  id: Id
  user_id: Id
  kind: 'webpush' | 'fcm'
  endpoint: string
  keys: Json
  created_at: Instant
  confirmed_at: Instant | null
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

export interface FeatureSwitch {
  name: string
  enabled: Flag
  updated_at: Instant
}

export interface LegalText {
  id: Id
  slug: string
  version: number
  title: string
  /** Markdown. */
  body: string
  published_at: Instant
}

export interface News {
  id: Id
  slug: string
  title: string
  lead: string
  /** Markdown. */
  body: string
  image_path: string | null
  published_at: Instant
}

/** A number series. */
export interface Counter {
  name: string
  last: number
}
