import { dashboard } from '#contract/dashboard/calls.ts'
import { events } from '#contract/events/calls.ts'
import { monetization } from '#contract/monetization/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { useList, useLoad } from '#pwa/lib/api/api.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { roomConcernsOf } from './concerns.ts'
import { termFor } from './term.ts'

const LATE = { status: 'past_due' } as const

/** Gathers the owner's tasks from several queries; `data` is set once all have succeeded or failed. */
export function useConcerns(room: string) {
  const now = useNow()
  const late = useList(rooms.listMembers, { params: { id: room }, query: LATE })
  const own = useList(events.listOwn, {})
  const proceeds = useLoad(dashboard.getProceeds, { query: termFor(now) })
  const selling = useLoad(monetization.getMonetization, {})
  const queries = [late, own, proceeds, selling]
  const failed = queries.find(({ error }) => error !== null)
  const concerns = roomConcernsOf({
    late: late.items && { count: late.items.length, more: late.more !== null },
    blocked: proceeds.data?.balance.blocked,
    monetization: selling.data,
    events: own.items,
    now,
  })
  const pending = queries.some(({ isPending }) => isPending)
  // "All is well" is shown only if every query succeeded.
  const unknown = concerns.length === 0 && failed !== undefined
  return {
    data: pending || unknown ? undefined : concerns,
    error: pending ? null : (failed?.error ?? null),
    /** A query failed: the tasks of the others are shown. */
    incomplete: failed !== undefined,
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  }
}
