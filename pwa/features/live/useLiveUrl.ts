import { useQuery } from '@tanstack/react-query'
import type { Event } from '#contract/events/calls.ts'
import { type LiveUrl, live } from '#contract/live/calls.ts'
import { LIVE_URL_POLL_MS } from '#contract/live/limits.ts'
import { liveUrlPollEvery } from '#contract/live/poll-interval.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { useElapsed } from './useElapsed.ts'

/**
 * The stream's URL, or why there is none; polled until there is one, while playback is stalled, and while it is
 * `broken` by a temporary error.
 */
export function useLiveUrl(event: Event, stalled: boolean, broken: boolean) {
  const { id, publishment_flg, archive } = event
  const call = useCall()
  const elapsed = useElapsed()
  const endpoint = archive === 1 ? live.getArchiveUrl : live.getLiveUrl
  const query = useQuery<LiveUrl>({
    queryKey: keyOf(endpoint, { params: { id } }),
    queryFn: ({ signal }) => call(endpoint, { params: { id } }, { signal }),
    refetchInterval: ({ state }) =>
      broken
        ? LIVE_URL_POLL_MS
        : liveUrlPollEvery(publishment_flg, state.data?.url !== undefined && !stalled, elapsed()),
    // The request registers the viewer as watching: repeated only by a person, or while playback is stalled.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const next = useNextPreview(event, broken, elapsed)
  return {
    error: query.error,
    /** When the server last answered, milliseconds since 1970. */
    answeredAt: Math.max(query.dataUpdatedAt, next.answeredAt),
    /** No automatic polling any more. */
    isSettled: publishment_flg === 3,
    // The preview of a new incoming stream takes precedence over the archive.
    data: next.data ?? query.data,
    isNext: next.data !== null,
    ask() {
      void query.refetch()
      next.ask()
    },
  }
}

/** The preview, for owner and staff, of a stream that arrives after the end, before it is resumed. */
function useNextPreview(
  { id, publishment_flg, archive, can }: Event,
  broken: boolean,
  elapsed: () => number,
) {
  const call = useCall()
  const may = can.moderate && publishment_flg === 2 && archive === 1
  const { data, dataUpdatedAt, refetch } = useQuery<LiveUrl>({
    // A cache key of its own, so that the preview of an earlier end is not shown.
    queryKey: [...keyOf(live.getLiveUrl, { params: { id } }), may ? 'next' : 'none'],
    queryFn: ({ signal }) => call(live.getLiveUrl, { params: { id } }, { signal }),
    enabled: may,
    refetchInterval: ({ state }) =>
      liveUrlPollEvery(publishment_flg, state.data?.url !== undefined && !broken, elapsed()),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return {
    data: may && data?.url ? data : null,
    answeredAt: dataUpdatedAt,
    ask: () => void (may && refetch()),
  }
}
