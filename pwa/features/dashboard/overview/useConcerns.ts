import { dashboard } from '#contract/dashboard.ts'
import { events } from '#contract/events.ts'
import { monetization } from '#contract/monetization.ts'
import { rooms } from '#contract/rooms.ts'
import { useList, useLoad } from '#pwa/lib/api.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { concernsOf } from './concerns.ts'
import { termFor } from './term.ts'

const LATE = { status: 'past_due' } as const

/** Gathers what an owner should look at from wherever it is known; `data` once all have answered or failed. */
export function useConcerns(room: string) {
  const now = useNow()
  const late = useList(rooms.listMembers, { params: { id: room }, query: LATE })
  const own = useList(events.listOwn, {})
  const proceeds = useLoad(dashboard.getProceeds, { query: termFor(now) })
  const selling = useLoad(monetization.getMonetization, {})
  const asked = [late, own, proceeds, selling]
  const failed = asked.find(({ error }) => error !== null)
  const found = concernsOf({
    late: late.items && { count: late.items.length, more: late.more !== null },
    blocked: proceeds.data?.balance.blocked,
    monetization: selling.data,
    events: own.items,
    now,
  })
  const pending = asked.some(({ isPending }) => isPending)
  // That all is well is only said by those who could ask for all of it.
  const unknown = found.length === 0 && failed !== undefined
  return {
    data: pending || unknown ? undefined : found,
    error: pending ? null : (failed?.error ?? null),
    /** Some of it could not be asked; the rest stands. */
    incomplete: failed !== undefined,
    refetch: () => Promise.all(asked.map(({ refetch }) => refetch())),
  }
}
