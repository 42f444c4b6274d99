import type { Kysely } from 'kysely'
import type { LabelledField } from '#contract/shared/messages.ts'
import type { Config } from '../config/config.ts'
import type { Engine } from '../db/engine.ts'
import type { Schema } from '../db/schema.ts'
import type { Bus } from '../ports/bus.ts'
import type { Clock } from '../ports/clock.ts'
import type { Converter } from '../ports/films.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Media } from '../ports/media.ts'
import type { News } from '../ports/news.ts'
import type { Origin } from '../ports/origin.ts'
import type { Payments } from '../ports/payments.ts'
import type { Push } from '../ports/push.ts'
import type { Readings } from '../ports/readings.ts'
import type { Reconciling } from '../ports/reconciler.ts'
import type { Recordings } from '../ports/recordings.ts'
import type { Social } from '../ports/social.ts'
import type { Secrets } from './secrets.ts'

export interface Viewer {
  id: string
  operator: boolean
  sessionId: string
  /** Expiry of the token in milliseconds; streams must end, or authenticate again, by then. */
  tokenEnds: number
}

/** A member for whom the server itself acts, without a session of theirs. */
export const withoutSession = (id: string): Viewer => ({
  id,
  operator: false,
  sessionId: '',
  tokenEnds: 0,
})

/** A gate's phone, authenticated by its token. */
export interface GateDevice {
  gateId: string
  ticketId: string
  /** Verifies its log lines; differs for each phone of the gate. */
  publicKey: string
}

/** Check for banned words in texts that others read. */
export interface BannedWords {
  /** Throws an error with the names of the fields; one may have several texts. Omitted fields are skipped. */
  assertAllowed: (
    texts: Partial<Record<LabelledField, string | string[] | undefined>>,
  ) => Promise<void>
}

/** At most `max` actions of one person or address within `perMs` milliseconds. */
export interface Limit {
  max: number
  perMs: number
}

/** Rate limiter per key, with fixed windows. */
export interface Throttle {
  /** Counts one; false if the limit is exceeded. */
  take: (key: string) => boolean
  /** Counts one; throws 429 with `Retry-After` if the limit is exceeded. */
  count: (key: string, why?: string) => void
  /** Throws if the limit is reached, without counting. */
  check: (key: string, why?: string) => void
}

/** The rate limiters of a process: one per name. */
export interface Throttles {
  /** Counts in this process only. */
  own: (name: string, limit: Limit) => Throttle
  /** Counts in all processes, for rare and sensitive actions. */
  shared: (name: string, limit: Limit) => Pick<Throttle, 'check' | 'count'>
}

/** All external dependencies of the server: real ones in main.ts, fakes in tests. */
export interface Deps {
  config: Config
  secrets: Secrets
  engine: Engine
  /** For writes, and for reads after a write. */
  db: Kysely<Schema>
  /** For reads that do not wait for a writer. */
  read: Kysely<Schema>
  clock: Clock
  /** A UUIDv7. */
  newId: () => string
  log: Log
  bus: Bus
  media: Media
  /** Null without an ffmpeg that can do it. Looked for once, when it is first needed. */
  converter: () => Promise<Converter | null>
  recordings: Recordings
  origin: Origin
  /** Null: articles are in our own database. */
  news: News | null
  mail: Mail
  payments: Payments
  push: Push
  reconciling: Reconciling
  readings: Readings
  social: Social
  viewerOf: (token: string) => Viewer | Promise<Viewer | 'expired' | null>
  gateOf: (token: string) => Promise<GateDevice | null>
  /** Whether this is an operator's session with a recently confirmed password. Not cached. */
  isConfirmed: (viewer: Viewer) => Promise<boolean>
  words: BannedWords
  throttles: Throttles
}

/** Dependencies that exist before the features, which provide the rest. */
export type GivenDeps = Omit<Deps, 'viewerOf' | 'gateOf' | 'isConfirmed' | 'words' | 'throttles'>
