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
export function useLiveUrl(
  { id, publishment_flg, archive }: Event,
  stalled: boolean,
  broken: boolean,
) {
  const call = useCall()
  const elapsed = useElapsed()
  const endpoint = archive === 1 ? live.getArchiveUrl : live.getLiveUrl
  return useQuery<LiveUrl>({
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
}
