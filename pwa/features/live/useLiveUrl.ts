import { useQuery } from '@tanstack/react-query'
import type { Event } from '#contract/events.ts'
import { LIVE_URL_POLL_MS } from '#contract/limits.ts'
import { type LiveUrl, live } from '#contract/live.ts'
import { liveUrlPollEvery } from '#contract/rules.ts'
import { keyOf, useCall } from '#pwa/lib/api.ts'
import { useElapsed } from './useElapsed.ts'

/**
 * Where the picture is, or why there is none yet; asked again until it is there, while it stands still, and while it is
 * `broken` by what passes.
 */
export function useLiveUrl(event: Event, stalled: boolean, broken: boolean) {
  const { id, publishment_flg, archive } = event
  const call = useCall()
  const elapsed = useElapsed()
  const endpoint = archive === 1 ? live.getArchiveUrl : live.getLiveUrl
  const found = useQuery<LiveUrl>({
    queryKey: keyOf(endpoint, { params: { id } }),
    queryFn: ({ signal }) => call(endpoint, { params: { id } }, { signal }),
    refetchInterval: ({ state }) =>
      broken
        ? LIVE_URL_POLL_MS
        : liveUrlPollEvery(publishment_flg, state.data?.url !== undefined && !stalled, elapsed()),
    // To ask is to begin to watch: only a person, or a picture that stands still, asks again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const next = useNextPreview(event, broken, elapsed)
  return {
    error: found.error,
    /** When the server last answered: milliseconds since 1970. */
    answeredAt: Math.max(found.dataUpdatedAt, next.answeredAt),
    /** It is not asked by itself any more. */
    isSettled: publishment_flg === 3,
    // What could be put on the air again goes before what was.
    data: next.data ?? found.data,
    isNext: next.data !== null,
    ask() {
      void found.refetch()
      next.ask()
    },
  }
}

/** Owner and staff see what arrives after a stream was ended, before it is begun anew. */
function useNextPreview(
  { id, publishment_flg, archive, can }: Event,
  broken: boolean,
  elapsed: () => number,
) {
  const call = useCall()
  const may = can.moderate && publishment_flg === 2 && archive === 1
  const { data, dataUpdatedAt, refetch } = useQuery<LiveUrl>({
    // Of one end alone: what was seen before an earlier one is over.
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
