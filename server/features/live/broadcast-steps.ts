import { isoNow } from '#server/ports/clock.ts'
import type { Admission } from '#server/ports/ingest.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import * as query from './broadcast-queries.ts'
import type { BroadcastDeps } from './deps.ts'
import { nextSegmentAt } from './recorded.ts'

export async function resume(deps: GivenDeps, row: query.OpenBroadcast) {
  const at = isoNow(deps)
  const gaps = query.gapsOf(row).map((gap) => ({ ...gap, to: gap.to ?? at }))
  const turned = { state: 'on_air', gaps: JSON.stringify(gaps) } as const
  if (await query.turnBroadcast(deps.db, row.id, ['interrupted'], turned))
    await deps.bus.publish(EVENT_CHANGED, row.event_id)
}

export async function interrupt(deps: GivenDeps, row: query.OpenBroadcast) {
  const gaps = [...query.gapsOf(row), { from: isoNow(deps), to: null }]
  const turned = { state: 'interrupted', gaps: JSON.stringify(gaps) } as const
  if (await query.turnBroadcast(deps.db, row.id, ['on_air'], turned))
    await deps.bus.publish(EVENT_CHANGED, row.event_id)
}

/** Removes the files first: a row without files is retried, while files without a row would remain forever. */
export async function clearPreview(deps: GivenDeps, previewId: string) {
  await deps.recordings.remove(previewId)
  await query.deletePreview(deps.db, previewId)
}

/** The instant from which the recording is no longer kept; null while it is kept. */
export async function unkeptFrom(
  deps: BroadcastDeps,
  row: query.OpenBroadcast,
): Promise<string | null> {
  if (row.kept_until !== null || !(await deps.storage.isFull(row.room_id))) return row.kept_until
  const at = await nextSegmentAt(deps, row.id, isoNow(deps))
  if (await query.stopKeeping(deps.db, row.id, at)) {
    deps.log.warn(
      { event: row.event_id },
      'Recording of a stream stopped: the disk space is used up.',
    )
    await deps.bus.publish(EVENT_CHANGED, row.event_id)
  }
  return at
}

/** The broadcast to which segments of this event belong from now on. */
export async function join(deps: GivenDeps, eventId: string): Promise<Admission | null> {
  const known = await query.findOpen(deps.db, eventId)
  if (known) return { broadcast: known.id }
  await query.insertPreview(deps.db, eventId, deps.newId(), isoNow(deps))
  // Another encoder may have created it at the same time.
  const existing = await query.findOpen(deps.db, eventId)
  return existing ? { broadcast: existing.id } : null
}
