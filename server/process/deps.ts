import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Engine } from '../db/engine.ts'
import type { Schema } from '../db/schema.ts'
import type { Bus } from '../ports/bus.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import type { Media } from '../ports/media.ts'
import type { News } from '../ports/news.ts'
import type { Origin } from '../ports/origin.ts'
import type { Payments } from '../ports/payments.ts'
import type { Push } from '../ports/push.ts'
import type { Reconciling } from '../ports/reconciling.ts'
import type { Recordings } from '../ports/recordings.ts'
import type { Social } from '../ports/social.ts'
import type { Secrets } from './secrets.ts'

export interface Viewer {
  id: string
  operator: boolean
  sessionId: string
  /** Milliseconds; what outlasts a call must end, or ask anew, by then. */
  tokenEnds: number
}

/** A gate's phone, by its token. */
export interface Keeper {
  gateId: string
  ticketId: string
  /** What its lines are signed with: another phone at this gate has another. */
  publicKey: string
}

/** What nobody may write where others read it. */
export interface BannedWords {
  /** Refuses, naming the fields. What is left out was not said. */
  demand: (said: Record<string, string | undefined>) => Promise<void>
}

/** Everything the server needs from outside. main.ts fills it with real things, tests with fakes. */
export interface Deps {
  config: Config
  secrets: Secrets
  engine: Engine
  /** For writing, and for reading what was just written. */
  db: Kysely<Schema>
  /** For reading beside a writer. */
  read: Kysely<Schema>
  clock: Clock
  /** A UUIDv7. */
  newId: () => string
  log: Log
  bus: Bus
  media: Media
  recordings: Recordings
  origin: Origin
  /** Null: articles are in our own database. */
  news: News | null
  mail: Mail
  payments: Payments
  push: Push
  reconciling: Reconciling
  social: Social
  viewerOf: (token: string) => Viewer | Promise<Viewer | 'expired' | null>
  gateOf: (token: string) => Promise<Keeper | null>
  /** Whether this login is an operator's whose password was given a short while ago. Asked anew each time. */
  isConfirmed: (viewer: Viewer) => Promise<boolean>
  words: BannedWords
}

/** What is there before the features: these fill in who is calling. */
export type GivenDeps = Omit<Deps, 'viewerOf' | 'gateOf' | 'isConfirmed' | 'words'>
