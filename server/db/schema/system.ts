import type {
  Code,
  FilePath,
  Flag,
  Id,
  Instant,
  Json,
  OperatorText,
  PersonalSecret,
  PersonalText,
  Purged,
  Retained,
  Secret,
  Unexported,
} from './types.ts'

/** External work, enqueued in the transaction of its cause. */
export interface Outbox {
  id: Id
  topic: Code
  /** The same key twice is one item of work. */
  key: Code
  payload: Purged<Json, 'mails and notifications'>
  due_at: Instant
  attempts: number
  /** Last failed attempt, by the clock that set `due_at`. */
  tried_at: Instant | null
  /** Why it waits: the payment provider did not answer this call (`silent`), or any (`away`). */
  provider: 'silent' | 'away' | null
  leased_until: Instant | null
  leased_by: Code | null
  done_at: Instant | null
  error: Purged<Code, 'the answer of a mail server'> | null
  created_at: Instant
}

/** A recurring job; the process that gets the lease runs it. */
export interface Job {
  name: Code
  due_at: Instant
  leased_until: Instant | null
  leased_by: Code | null
  last_run_at: Instant | null
}

/** A browser registered for notifications. */
export interface PushToken {
  id: Id
  user_id: Id
  kind: 'webpush' | 'fcm'
  /** Push endpoint; for `fcm`, the token. */
  endpoint: PersonalSecret<'user_id'>
  keys: PersonalSecret<'user_id'>
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
  key: Code
  /** The event that it is about, if any. */
  event_id: Id | null
  created_at: Instant
  /** First accepted by a push service. */
  sent_at: Instant | null
  /** First confirmed by a device. */
  delivered_at: Instant | null
}

/** A line of a person's list of notifications. It names its subject, whose text is read when the line is shown. */
export interface ListedNotification {
  id: Id
  user_id: Id
  /** What happened: a name of `server/features/push/notifications.ts`. */
  kind: Code
  /** What makes one line: the next of the same key updates it. */
  key: Code
  /** The last that happened: the same again changes nothing. */
  matter: Code
  /** The thread, event, ticket … that it is about, which may be gone. */
  subject_id: Id
  /** How often it happened since it was read. */
  times: number
  created_at: Instant
  read_at: Instant | null
}

/** VAPID key of this site; permanent, since browsers subscribe to it. */
export interface PushKey {
  id: Id
  public_key: Secret
  private_key_sealed: Secret
  created_at: Instant
}

/** Append-only: triggers refuse updates and deletes. */
export interface Audit {
  id: Id
  actor_id: Id | null
  action: Code
  target: Code
  before: Retained<Json, 'record of what operators did'>
  after: Retained<Json, 'record of what operators did'>
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
  name: Code
  enabled: Flag
  updated_at: Instant
}

/** A published version is immutable, as users agreed to it. */
export interface LegalText {
  id: Id
  slug: Code
  version: number
  title: OperatorText
  /** Markdown. */
  body: OperatorText
  published_at: Instant
  /** 1: users who accepted an older version must accept this one. */
  consent: Flag
  /** `operator`: written here, which takes precedence over files. */
  source: 'release' | 'operator'
  actor_id: Id | null
}

/** Draft of the next version of a legal text. */
export interface LegalDraft {
  slug: Code
  title: OperatorText
  body: OperatorText
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
  slug: Code
  version: number
  accepted_at: Instant
}

/** Questions and answers of one topic, written by an operator. */
export interface HelpVersion {
  id: Id
  topic: Code
  version: number
  /** Null: the default from the files. */
  entries: OperatorText | null
  actor_id: Id | null
  created_at: Instant
}

/** The site notice on every page. */
export interface SiteNotice {
  name: Code
  text: OperatorText
  updated_at: Instant
}

export interface News {
  id: Id
  slug: Code
  title: OperatorText
  lead: OperatorText
  /** Markdown. */
  body: OperatorText
  image_path: FilePath | null
  /** For a draft: the planned date. */
  published_at: Instant
  status: 'draft' | 'published'
  /** Counts saves, to detect conflicting edits. */
  version: number
  updated_at: Instant
}

/** A sequence. */
export interface Counter {
  name: Code
  last: number
}

/** The operator who takes care of a task of the queue. */
export interface TaskAssignment {
  kind: 'report' | 'takedown' | 'disclosure' | 'refund' | 'work'
  task_id: Id
  operator_id: Id
  assigned_at: Instant
}

/** The stored answer to an `Idempotency-Key`, for 24 h. */
export interface Idempotency {
  /** Hash of viewer, method, path and key. */
  scope: Secret
  body_hash: Secret
  /** The user who got the answer. */
  user_id: Id | null
  /** Null while the first request is running. */
  status: number | null
  answer: Unexported<PersonalText<'user_id'>, 'the copy of an answer'> | null
  created_at: Instant
}
