import { STREAM_NEEDED, STREAM_STEP_REFUSED } from '#contract/streams/messages.ts'
import { transact } from '#server/db/transact.ts'
import { postOnAir } from '#server/features/events/reminders.ts'
import { ApiError } from '#server/http/api-error.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import * as query from '../broadcast-queries.ts'
import { findSource } from '../external/source-queries.ts'
import type { Storage } from '../storage.ts'
import { archiveUntil } from './archive.ts'
import { findArchiveDays, findStart } from './publishment-queries.ts'

type Flg = 0 | 1 | 2 | 3

/** Steps an owner may take from each state. */
export const STEPS: Record<Flg, Flg[]> = { 0: [1], 1: [2, 3], 2: [1, 3], 3: [] }

/** Archive columns of a new stream. */
const UNRECORDED = { archive: 0, archive_until: null, archive_deleted_at: null } as const

const stepRefused = () => new ApiError(409, STREAM_STEP_REFUSED)

/** Closes talk that stayed open after its stream; false if there is none. */
export async function closeTalkOf(
  { db, clock, bus }: GivenDeps,
  eventId: string,
): Promise<boolean> {
  const row = { publishment_flg: 3, updated_at: clock.now().toISOString() } as const
  const closed = await query.turnEvent(db, eventId, [2], row)
  if (closed) await bus.publish(EVENT_CHANGED, eventId)
  return closed
}

/** Throws a refusal while no stream may start. */
export type MayBegin = () => Promise<void>

/** Start and end of a stream. Each step is one transaction and happens once, for any number of callers. */
export function publishment(deps: GivenDeps, storage: Storage, mayBegin: MayBegin) {
  const { db, clock, bus, recordings } = deps
  const now = () => clock.now().toISOString()
  const announce = (eventId: string) => bus.publish(EVENT_CHANGED, eventId)

  /** Turns the preview into the live stream. Refuses without a preview or after a concurrent step. */
  async function goOnAir(eventId: string, broadcastId: string) {
    await mayBegin()
    const at = now()
    const open = await query.findOpen(db, eventId)
    const kept_until = open && (await storage.isFull(open.room_id)) ? at : null
    await transact(db, async (tx) => {
      const row = { publishment_flg: 1, ...UNRECORDED, updated_at: at } as const
      if (!(await query.turnEvent(tx, eventId, [0, 2], row))) throw stepRefused()
      const turned = { state: 'on_air', started_at: at, kept_until } as const
      if (!(await query.turnBroadcast(tx, broadcastId, ['preview'], turned)))
        throw new ApiError(409, STREAM_NEEDED)
      await postOnAir(deps, tx, { id: eventId, start_at: await findStart(tx, eventId) })
    })
    await announce(eventId)
  }

  /** Ends the stream. The archive is available at once, as it uses the same segments. */
  async function end(eventId: string, flg: 2 | 3) {
    const at = now()
    const open = await query.findOpen(db, eventId)
    const source = await findSource(db, eventId)
    const recorded = source ? source.archive_sealed !== null : await isRecorded(eventId, open)
    const bytes = open ? (await recordings.read(open.id)).bytes : null
    await transact(db, async (tx) => {
      const days = await findArchiveDays(tx, eventId)
      const archive = recorded && days > 0 ? 1 : 0
      const archive_until = archive ? archiveUntil(clock.now(), days) : null
      const row = { publishment_flg: flg, archive, archive_until, updated_at: at } as const
      if (!(await query.turnEvent(tx, eventId, [1], row))) throw stepRefused()
      if (!open) return
      const gaps = query.gapsOf(open).map((gap) => ({ ...gap, to: gap.to ?? at }))
      const turned = { state: 'ended', ended_at: at, gaps: JSON.stringify(gaps), bytes } as const
      const ended = await query.turnBroadcast(tx, open.id, ['on_air', 'interrupted'], turned)
      // The stream was ended and restarted meanwhile: the new broadcast stays.
      if (!ended && open.state !== 'preview') throw stepRefused()
    })
    await announce(eventId)
  }

  async function isRecorded(eventId: string, open: query.OpenBroadcast | undefined) {
    const all = [...(await query.listEnded(db, eventId)), ...(open ? [open] : [])]
    for (const { id, started_at, kept_until } of all) {
      const { segments } = await recordings.read(id)
      const until = kept_until ? Date.parse(kept_until) : Number.MAX_VALUE
      if (segments.some(({ at }) => at >= Date.parse(started_at) && at < until)) return true
    }
    return false
  }

  async function closeTalk(eventId: string) {
    if (!(await closeTalkOf(deps, eventId))) throw stepRefused()
  }

  return { goOnAir, end, closeTalk }
}
export type Publishment = ReturnType<typeof publishment>
