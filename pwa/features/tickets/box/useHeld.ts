import { events } from '#contract/events/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { HELD } from '#pwa/lib/api/queries.ts'

/** Both kinds of tickets as one query: a partial list could make a holder believe that a ticket is missing. */
export function useHeld() {
  const joined = useList(events.listJoined, HELD)
  const issued = useList(tickets.listIssued, HELD)
  const lists = [joined, issued]
  const error = joined.error ?? issued.error
  const showMore = () => {
    for (const { more } of lists) more?.()
  }
  return {
    data: joined.items && issued.items ? { events: joined.items, issued: issued.items } : undefined,
    error,
    refetch: () => Promise.all(lists.map(({ refetch }) => refetch())),
    busy: lists.some(({ isFetching }) => isFetching),
    /** The older of the two. */
    dataUpdatedAt: Math.min(...lists.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    more: joined.more || issued.more ? showMore : null,
  }
}
export type HeldQuery = ReturnType<typeof useHeld>
