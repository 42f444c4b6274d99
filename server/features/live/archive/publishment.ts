// Start and end of a stream. Each step is one transaction and happens once, for any number of callers.

import { STREAM_NEEDED, STREAM_STEP_REFUSED } from '#contract/streams/messages.ts'
import { rollBack, transact } from '#server/db/transact.ts'
import { postOnAir } from '#server/features/events/reminders.ts'
import { ApiError } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import * as query from '../broadcast-queries.ts'
import type { BroadcastDeps } from '../deps.ts'
import { findSource } from '../external/source-queries.ts'
import { endedAt, nextSegmentAt } from '../recorded.ts'
import { archiveUntil } from './archive.ts'
import { findArchiveDays, findStart } from './publishment-queries.ts'

type Flg = 0 | 1 | 2 | 3

/** Steps an owner may take from each state. */
export const STEPS: Record<Flg, Flg[]> = { 0: [1], 1: [2, 3], 2: [1, 3], 3: [] }

/** Archive columns of a new stream. */
const UNRECORDED = { archive: 0, archive_until: null, archive_deleted_at: null } as const

const stepRefused = () => new ApiError(409, STREAM_STEP_REFUSED)

const announce = ({ bus }: GivenDeps, eventId: string) => bus.publish(EVENT_CHANGED, eventId)

/** Closes talk that stayed open after its stream; false if there is none. */
export async function closeTalkOf(deps: GivenDeps, eventId: string): Promise<boolean> {
  const row = { publishment_flg: 3, updated_at: isoNow(deps) } as const
  const closed = await query.turnEvent(deps.db, eventId, [2], row)
  if (closed) await announce(deps, eventId)
  return closed
}

/**
 * Turns the preview into the live stream: from now on, or with `all` that was sent. Returns the refusal without a
 * preview, after a concurrent step, or while no stream may start.
 */
export async function goOnAir(
  deps: BroadcastDeps,
  eventId: string,
  broadcastId: string,
  all = false,
): Promise<ApiError | null> {
  const { db, storage } = deps
  const paused = await deps.startError()
  if (paused) return paused
  const at = isoNow(deps)
  const open = await query.findOpen(db, eventId)
  const started_at = await nextSegmentAt(deps, broadcastId, at, all)
  const kept_until = open && (await storage.isFull(open.room_id)) ? started_at : null
  const refusal = await transact(db, async (tx) => {
    const row = { publishment_flg: 1, ...UNRECORDED, updated_at: at } as const
    if (!(await query.turnEvent(tx, eventId, [0, 2], row))) return stepRefused()
    const turned = { state: 'on_air', started_at, kept_until } as const
    if (!(await query.turnBroadcast(tx, broadcastId, ['preview'], turned)))
      return rollBack(new ApiError(409, STREAM_NEEDED))
    await postOnAir(deps, tx, { id: eventId, start_at: await findStart(tx, eventId) })
    return null
  })
  if (!refusal) await announce(deps, eventId)
  return refusal
}

/**
 * Ends the stream. The archive is available at once, as it uses the same segments. Returns the refusal after a
 * concurrent step.
 */
export async function end(
  deps: BroadcastDeps,
  eventId: string,
  flg: 2 | 3,
): Promise<ApiError | null> {
  const { db, clock, recordings } = deps
  const at = isoNow(deps)
  const open = await query.findOpen(db, eventId)
  const source = await findSource(db, eventId)
  const recorded = source ? source.archive_sealed !== null : await isRecorded(deps, eventId, open)
  const bytes = open ? (await recordings.read(open.id)).bytes : null
  const ended_at = open ? await endedAt(deps, open.id, at) : at
  const refusal = await transact(db, async (tx) => {
    const days = await findArchiveDays(tx, eventId)
    const archive = recorded && days > 0 ? 1 : 0
    const archive_until = archive ? archiveUntil(clock.now(), days) : null
    const row = { publishment_flg: flg, archive, archive_until, updated_at: at } as const
    if (!(await query.turnEvent(tx, eventId, [1], row))) return stepRefused()
    if (!open) return null
    const gaps = query.gapsOf(open).map((gap) => ({ ...gap, to: gap.to ?? at }))
    const turned = { state: 'ended', ended_at, gaps: JSON.stringify(gaps), bytes } as const
    const ended = await query.turnBroadcast(tx, open.id, ['on_air', 'interrupted'], turned)
    // The stream was ended and restarted meanwhile: the new broadcast stays.
    return ended || open.state === 'preview' ? null : rollBack(stepRefused())
  })
  if (!refusal) await announce(deps, eventId)
  return refusal
}

async function isRecorded(
  { db, recordings }: GivenDeps,
  eventId: string,
  open: query.OpenBroadcast | undefined,
) {
  const all = [...(await query.listEnded(db, eventId)), ...(open ? [open] : [])]
  for (const { id, started_at, kept_until } of all) {
    const { segments } = await recordings.read(id)
    const until = kept_until ? Date.parse(kept_until) : Number.MAX_VALUE
    if (segments.some(({ at }) => at >= Date.parse(started_at) && at < until)) return true
  }
  return false
}

export const closeTalk = async (deps: GivenDeps, eventId: string) =>
  (await closeTalkOf(deps, eventId)) ? null : stepRefused()
