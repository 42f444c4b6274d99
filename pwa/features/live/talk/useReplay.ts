import { useMemo, useSyncExternalStore } from 'react'
import { live, type Replay } from '#contract/live/calls.ts'
import { REACTIONS_SHOWN_MS, REPLAY_SPAN_MS, TALK_ROWS_MAX } from '#contract/live/limits.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useSettled } from '#pwa/lib/useSettled.ts'
import type { ReplayClock } from './replay-clock.ts'
import { mergeTalk } from './talk.ts'

/** A value of the moment that an archive shows: its component is drawn again only when this value changes. */
const useMoment = <T extends number | null>(clock: ReplayClock, read: (now: number) => T) =>
  useSyncExternalStore(clock.subscribe, () => read(clock.get() ?? 0))

const partOf = (now: number) => Math.floor(now / REPLAY_SPAN_MS) * REPLAY_SPAN_MS

const usePart = (id: string, from: number) =>
  useLoad(
    live.getReplay,
    { params: { id }, query: { from: new Date(from).toISOString() } },
    // Past lines do not change; a deleted one disappears with the next visit.
    { staleTime: Number.POSITIVE_INFINITY },
  )

/** The talk, the pinned line and the reactions at the moment that an archive shows, also after a jump. */
export function useReplay(id: string, clock: ReplayClock) {
  const wanted = useMoment(clock, partOf)
  const part = useSettled(wanted) // The parts that a drag of the seek bar only passes are not asked for.
  const isNear = Math.abs(wanted - part) <= REPLAY_SPAN_MS
  const before = usePart(id, part - REPLAY_SPAN_MS)
  const now = usePart(id, part)
  const after = usePart(id, part + REPLAY_SPAN_MS)
  const evening = useMemo(
    () => eveningOf(isNear ? [before.data, now.data, after.data] : []),
    [isNear, before.data, now.data, after.data],
  )
  const lines = useMoment(clock, (at) => countUntil(evening.saidAt, at))
  const pin = useMoment(clock, (at) => countUntil(evening.pinnedAt, at))
  const reactions = useMoment(clock, (at) => shownReactions(evening.reactions, at))
  const data = useMemo(
    () => evening.lines.slice(Math.max(0, lines - TALK_ROWS_MAX), lines),
    [evening, lines],
  )
  return {
    data: isNear && now.data ? data : undefined,
    error: now.error,
    refetch: now.refetch,
    pinned: evening.pins[pin - 1]?.pinned ?? null,
    reactions,
  }
}

function eveningOf(parts: (Replay | undefined)[]) {
  const loaded = parts.filter((part) => part !== undefined)
  const lines = loaded.map((part) => part.lines).reduce(mergeTalk, [])
  const pins = loaded.flatMap((part) => part.pins).sort((a, b) => (a.at < b.at ? -1 : 1))
  const reactions = new Map(
    loaded.flatMap((part) => part.reactions.map((one) => [Date.parse(one.second), one.reactions])),
  )
  return {
    lines,
    saidAt: lines.map(({ created_at }) => Date.parse(created_at)),
    pins,
    pinnedAt: pins.map(({ at }) => Date.parse(at)),
    reactions: [...reactions],
  }
}

/** How many of the ascending instants are not after that one. */
const countUntil = (instants: number[], now: number) =>
  instants.findLastIndex((instant) => instant <= now) + 1

/** As viewers saw it on air: the sum of the last seconds. */
const shownReactions = (seconds: (readonly [number, number])[], now: number) =>
  seconds.reduce(
    (sum, [second, count]) =>
      second <= now && second > now - REACTIONS_SHOWN_MS ? sum + count : sum,
    0,
  )
