import { createHash } from 'node:crypto'
import { groupedWrites, type Write } from '#server/db/group.ts'
import { type Handler, TryLater } from '#server/db/outbox.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { PushMessage } from '#server/ports/push.ts'
import type { Deps } from '#server/process/deps.ts'
import { notificationCopyOf } from './copy.ts'
import { kindOf, type Notification } from './notifications.ts'
import { PushWork, topicOf } from './notifier.ts'
import * as query from './queries.ts'
import { notifyAt } from './quiet-hours.ts'
import { targetOf } from './target.ts'

/** Whether a notification still applies to this person; checked right before it is sent. */
export type StillTrue = (notification: Notification, userId: string) => Promise<boolean>

/** Concurrent requests per push service. */
const PARALLEL = 16
/** Length of `Topic`: 32 characters (RFC 8030, 5.4). */
const TOPIC_CHARS = 32
type Target = NonNullable<Awaited<ReturnType<typeof query.findTarget>>>

/** Sends due notifications, with a queue per push service. */
export function sending(deps: Deps, stillTrue: StillTrue) {
  const write = groupedWrites(deps.db)
  const handle: Handler = (payload, attempt) => send(deps, write, stillTrue, payload, attempt)
  const topics = deps.push.services.map(topicOf)
  return {
    handlers: Object.fromEntries(topics.map((topic) => [topic, handle])),
    queues: Object.fromEntries(topics.map((topic) => [topic, { parallel: PARALLEL }])),
  }
}

async function send(
  deps: Deps,
  write: Write,
  stillTrue: StillTrue,
  payload: unknown,
  { id, signal }: Parameters<Handler>[1],
) {
  const work = PushWork.parse(payload)
  if (work.until <= isoNow(deps)) return
  // Read again, since settings may have changed while the notification waited.
  const target = await query.findTarget(deps.db, work, kindOf(work.told))
  if (!target || !isDue(deps, work, target) || !(await stillTrue(work.told, work.user))) return
  const message = messageFor(work, target, deps.clock.now())
  const outcome = await deps.push.send(targetOf(target), message, signal)
  if (outcome.at === 'gone') {
    await write((tx) => query.dropToken(tx, target.id))
    return
  }
  const tried_at = isoNow(deps)
  const noted = { device: target.id, notice: work.notice, tried_at, outcome: outcome.at }
  await write((tx) => query.noteOutcome(tx, noted))
  if (outcome.at === 'refused')
    deps.log.error({ id, why: outcome.why }, 'A push service refused a notification.')
  if (outcome.at !== 'later') return
  throw outcome.afterMs === null
    ? new Error(outcome.why)
    : new TryLater(outcome.why, outcome.afterMs)
}

/** False if expired; throws `TryLater` in quiet hours. */
function isDue(
  { clock }: Deps,
  { until, bypassQuietHours }: PushWork,
  { quiet_hours }: Target,
): boolean {
  const at = clock.now()
  const due = notifyAt(at, { quiet: quiet_hours !== 0, until, bypassQuietHours })
  if (due && due > at) throw new TryLater('the night is quiet', due.getTime() - at.getTime())
  return due !== null
}

function messageFor(work: PushWork, { id, unread_messages }: Target, now: Date): PushMessage {
  const { urgency, ...content } = notificationCopyOf(work.told)
  const facts = { id: work.notice, device: id, at: now.toISOString(), unread: unread_messages }
  return {
    payload: JSON.stringify({ ...facts, ...content }),
    ttlS: Math.max(0, Math.floor((Date.parse(work.until) - now.getTime()) / 1000)),
    topic: createHash('sha256').update(work.key).digest('base64url').slice(0, TOPIC_CHARS),
    urgency,
  }
}
