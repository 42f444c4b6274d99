import { TALK_POSTS } from '#contract/limits.ts'
import { talkSlow, talkTooFast } from '#contract/messages.ts'
import type { Tx } from '#server/db/schema.ts'
import { type Refusal, tooMany } from '#server/http/refusal.ts'
import { waitMs } from '#server/http/throttle.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './queries.ts'

/** Who was told to wait; the oldest are forgotten first, and asked of the database again. */
const MAX_WAITING = 10_000

type Spoken = Pick<query.NewTalk, 'event_id' | 'user_id' | 'created_at'>

/**
 * How fast one person may speak, by what they said: every process of the site counts the same lines. `demand` is asked
 * while the event's talk stands still; `check` remembers its answers, so that a flood costs no database.
 */
export function talkPace({ clock, config }: Pick<Deps, 'clock' | 'config'>) {
  const { max, perMs } = TALK_POSTS
  /** By person: until when, in milliseconds. */
  const waiting = new Map<string, number>()

  function letWait(userId: string, ms: number): Refusal {
    if (waiting.size >= MAX_WAITING) waiting.delete(waiting.keys().next().value!)
    waiting.set(userId, clock.now().getTime() + ms)
    return refuse(ms, talkTooFast)
  }

  return {
    /** Refuses whoever was told to wait and did not. */
    check(userId: string): void {
      const left = (waiting.get(userId) ?? 0) - clock.now().getTime()
      // A clock that was set back keeps nobody waiting longer.
      if (left > 0 && left <= perMs) throw refuse(left, talkTooFast)
      waiting.delete(userId)
    },

    /** Refuses one line too many in ten seconds, and in slow mode a second one within the pause. */
    async demand(tx: Tx, pauseSeconds: number, talk: Spoken): Promise<void> {
      const at = Date.parse(talk.created_at)
      if (config.rateLimits) {
        const spoken = await query.spokenSince(tx, talk.user_id, around(at, perMs), max)
        const left = waitMs(TALK_POSTS, spoken, at)
        if (left > 0) throw letWait(talk.user_id, Math.min(left, perMs))
      }
      if (pauseSeconds > 0) {
        const pauseMs = pauseSeconds * 1_000
        const last = await query.lastSpoken(tx, talk.event_id, talk.user_id, around(at, pauseMs))
        const left = last === null ? 0 : Math.min(Date.parse(last) + pauseMs - at, pauseMs)
        if (left > 0) throw refuse(left, (seconds) => talkSlow(pauseSeconds, seconds))
      }
    },
  }
}
export type TalkPace = ReturnType<typeof talkPace>

/** Clocks of several processes differ by a little; one that was set back by more must not keep anybody silent. */
const around = (at: number, ms: number) => ({
  after: new Date(at - ms).toISOString(),
  before: new Date(at + ms).toISOString(),
})

function refuse(ms: number, words: (seconds: number) => string): Refusal {
  const seconds = Math.ceil(ms / 1_000)
  return tooMany(seconds, words(seconds))
}
