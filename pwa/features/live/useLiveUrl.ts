import { useQuery } from '@tanstack/react-query'
import type { Event } from '#contract/events.ts'
import { type LiveUrl, live } from '#contract/live.ts'
import { liveUrlPollEvery } from '#contract/rules.ts'
import { keyOf, useCall } from '#pwa/lib/api.ts'
import { useElapsed } from './useElapsed.ts'

/** Where the picture is, or why there is none yet; asked again until it is there. */
export function useLiveUrl({ id, publishment_flg, archive }: Event) {
  const call = useCall()
  const elapsed = useElapsed()
  const endpoint = archive === 1 ? live.getArchiveUrl : live.getLiveUrl
  return useQuery<LiveUrl>({
    queryKey: keyOf(endpoint, { params: { id } }),
    queryFn: ({ signal }) => call(endpoint, { params: { id } }, { signal }),
    refetchInterval: ({ state }) =>
      liveUrlPollEvery(publishment_flg, state.data?.url !== undefined, elapsed()),
  })
}
