import { useCallback, useState } from 'react'
import { type Event, events } from '#contract/events/calls.ts'
import { EVENT_POLL_MS, LIVE_URL_POLL_FOR_MS } from '#contract/limits.ts'
import { useLoad } from '#pwa/lib/api.ts'
import { useElapsed } from './useElapsed.ts'

/** Refetches the event while the viewer watches, so that its start and end show without a reload. */
export function useEventWatch({ id, publishment_flg }: Event): () => void {
  const elapsed = useElapsed()
  const [every] = useState(() => EVENT_POLL_MS * (1 + Math.random() / 2))
  const isPolling = publishment_flg !== 3 && elapsed() < LIVE_URL_POLL_FOR_MS
  const { refetch } = useLoad(
    events.getEvent,
    { params: { id } },
    { refetchInterval: isPolling ? every : false },
  )
  return useCallback(() => void refetch(), [refetch])
}
