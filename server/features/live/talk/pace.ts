import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { TALK_POSTS } from '#contract/live/limits.ts'
import { talkSlow, talkTooFast } from '#contract/live/messages.ts'
import type { Tx } from '#server/db/schema.ts'
import { type ApiError, tooMany } from '#server/http/api-error.ts'
import { waitMs } from '#server/http/throttle.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './queries.ts'

/** Size limit of the map; dropped entries, oldest first, cost a database query again. */
const MAX_WAITING = 10_000
const { max, perMs } = TALK_POSTS

type Spoken = Pick<query.NewTalk, 'event_id' | 'user_id' | 'created_at'>

/**
 * Rate limit of talk per person, counted in the database for all processes. `assertPace` runs while the event's counter
 * is locked; `check` caches its refusals, so that a flood costs no queries.
 */
export class TalkPace {
  readonly #deps: Deps
  /** By person: end of the waiting time, in milliseconds. */
  readonly #waiting = new Map<string, number>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  #letWait(userId: string, ms: number): ApiError {
    dropOldest(this.#waiting, MAX_WAITING - 1)
    this.#waiting.set(userId, this.#deps.clock.now().getTime() + ms)
    return refuse(ms, talkTooFast)
  }

  /** Refuses a person whose waiting time is not over. */
  check(userId: string): void {
    const left = (this.#waiting.get(userId) ?? 0) - this.#deps.clock.now().getTime()
    // After the clock was set back, `left` can exceed the limit's window: then it is ignored.
    if (left > 0 && left <= perMs) throw refuse(left, talkTooFast)
    this.#waiting.delete(userId)
  }

  /** Refuses more lines than allowed in ten seconds, and in slow mode a second line within the pause. */
  async assertPace(tx: Tx, pauseSeconds: number, talk: Spoken): Promise<void> {
    const at = Date.parse(talk.created_at)
    if (this.#deps.config.rateLimits) {
      const spoken = await query.spokenSince(tx, talk.user_id, around(at, perMs), max)
      const left = waitMs(TALK_POSTS, spoken, at)
      if (left > 0) throw this.#letWait(talk.user_id, Math.min(left, perMs))
    }
    if (pauseSeconds > 0) {
      const pauseMs = pauseSeconds * 1_000
      const last = await query.lastSpoken(tx, talk.event_id, talk.user_id, around(at, pauseMs))
      const left = last === null ? 0 : Math.min(Date.parse(last) + pauseMs - at, pauseMs)
      if (left > 0) throw refuse(left, (seconds) => talkSlow(pauseSeconds, seconds))
    }
  }
}

/** Tolerates small clock differences between processes; lines from further ahead are not counted. */
const around = (at: number, ms: number) => ({
  after: new Date(at - ms).toISOString(),
  before: new Date(at + ms).toISOString(),
})

function refuse(ms: number, messageFor: (seconds: number) => string): ApiError {
  const seconds = Math.ceil(ms / 1_000)
  return tooMany(seconds, messageFor(seconds))
}
