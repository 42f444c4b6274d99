import { createHash } from 'node:crypto'
import { groupedWrites } from '#server/db/group.ts'
import { type Handler, TryLater } from '#server/db/outbox.ts'
import type { PushMessage } from '#server/ports/push.ts'
import type { Deps } from '#server/process/deps.ts'
import { kindOf, type Notice } from './notices.ts'
import * as query from './queries.ts'
import { whenToTell } from './quiet.ts'
import { targetOf } from './target.ts'
import { type PushWork, topicOf } from './telling.ts'
import { wordsOf } from './words.ts'

/** Whether what a notice says still holds for this person, just before it goes out. */
export type StillTrue = (notice: Notice, userId: string) => Promise<boolean>

/** What may be at work at once for each push service. */
const PARALLEL = 16
/** `Topic` takes 32 letters (RFC 8030, 5.4). */
const TOPIC_LETTERS = 32
type SendDeps = Pick<Deps, 'db' | 'read' | 'clock' | 'push' | 'log'>
type Target = NonNullable<Awaited<ReturnType<typeof query.findTarget>>>

/** Sends what is due, to each push service by itself. */
export function sending({ db, clock, push, log }: SendDeps, stillTrue: StillTrue) {
  const write = groupedWrites(db)
  const now = () => clock.now().toISOString()

  const handle: Handler = async (payload, { id, signal }) => {
    const work = payload as PushWork
    if (work.until <= now()) return
    // Asked anew: it may have waited for the morning or for a push service, and somebody may have changed their mind.
    const found = await query.findTarget(db, work, kindOf(work.told))
    if (!found || !isNow(work, found) || !(await stillTrue(work.told, work.user))) return
    const outcome = await push.send(targetOf(found), messageFor(work, found, clock.now()), signal)
    if (outcome.at === 'gone') {
      await write((tx) => query.dropToken(tx, found.id))
      return
    }
    const noted = { device: found.id, notice: work.notice, tried_at: now(), outcome: outcome.at }
    await write((tx) => query.noteOutcome(tx, noted))
    if (outcome.at === 'refused') log.error({ id, why: outcome.why }, 'a notification was refused')
    if (outcome.at !== 'later') return
    throw outcome.afterMs === null
      ? new Error(outcome.why)
      : new TryLater(outcome.why, outcome.afterMs)
  }

  /** False where it comes too late; puts it off while the night is quiet. */
  function isNow({ until, despiteNight }: PushWork, { quiet_hours }: Target): boolean {
    const at = clock.now()
    const due = whenToTell(at, { quiet: quiet_hours !== 0, until, despiteNight })
    if (due && due > at) throw new TryLater('the night is quiet', due.getTime() - at.getTime())
    return due !== null
  }

  const topics = push.services.map(topicOf)
  return {
    handlers: Object.fromEntries(topics.map((topic) => [topic, handle])),
    lanes: Object.fromEntries(topics.map((topic) => [topic, { parallel: PARALLEL }])),
  }
}

function messageFor(work: PushWork, { id, unread_messages }: Target, now: Date): PushMessage {
  const { urgency, ...words } = wordsOf(work.told)
  const facts = { id: work.notice, device: id, at: now.toISOString(), unread: unread_messages }
  return {
    payload: JSON.stringify({ ...facts, ...words }),
    ttlS: Math.max(0, Math.floor((Date.parse(work.until) - now.getTime()) / 1000)),
    topic: createHash('sha256').update(work.key).digest('base64url').slice(0, TOPIC_LETTERS),
    urgency,
  }
}
