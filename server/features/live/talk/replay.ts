import type { Replay } from '#contract/live/calls.ts'
import {
  REACTIONS_SHOWN_MS,
  REPLAY_BEFORE,
  REPLAY_LINES_MAX,
  REPLAY_SPAN_MS,
} from '#contract/live/limits.ts'
import { ARCHIVE_NONE } from '#contract/live/messages.ts'
import { archiveIsOpen } from '#server/features/events/policy.ts'
import { forbidden } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { presentTalk } from './line.ts'
import * as query from './queries.ts'
import * as replay from './replay-queries.ts'
import { watchArchive } from './talk-rights.ts'

const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()

/** The talk of `REPLAY_SPAN_MS` from an instant on, as it was, for those who may see the archive. */
export async function getReplay(
  deps: Deps,
  viewer: Viewer,
  id: string,
  from: string,
): Promise<Replay> {
  const { event } = await watchArchive(deps, viewer, id)
  if (!archiveIsOpen(event, isoNow(deps))) throw forbidden(ARCHIVE_NONE)
  const start = later(from, 0)
  const span = { from: start, to: later(start, REPLAY_SPAN_MS) }
  const [lines, pins, reactions] = await Promise.all([
    replay.talkWithin(deps.read, id, span, REPLAY_LINES_MAX),
    replay.pinsWithin(deps.read, id, span),
    replay.reactionsWithin(deps.read, id, { ...span, from: later(start, -REACTIONS_SHOWN_MS) }),
  ])
  const first = lines[0]?.seq
  const before =
    first === undefined
      ? await replay.talkWithin(deps.read, id, { from: '', to: start }, REPLAY_BEFORE)
      : (await query.talkBefore(deps.read, id, first, REPLAY_BEFORE)).reverse()
  const present = (row: (typeof lines)[number]) => presentTalk(row, event.owner_id, viewer.id)
  return {
    lines: [...before, ...lines].map(present),
    pins: pins.map((row) => ({ at: row.created_at, pinned: present(row).pinned ?? null })),
    reactions,
  }
}
