import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { auth } from '#contract/auth/calls.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { useSettled } from '#pwa/lib/useSettled.ts'

/** Latin letters and digits, of which a handle resembling the display name can be made. */
const LATIN = /[a-z0-9]{3}/i

/** Proposes a handle until the person types one, and checks the typed one after a pause. */
export function useHandle(
  { name, display_name }: { name: string; display_name: string },
  set: (change: { name: string }) => void,
) {
  const call = useCall()
  const latest = useRef(name)
  useEffect(() => {
    latest.current = name
  })
  const proposed = useRef('')
  const like = useSettled(LATIN.test(display_name) ? display_name : '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each display name, not for each rendering
  useEffect(() => {
    const asking = new AbortController()
    const { signal } = asking
    // A handle that was typed, or kept from before a reload, stays.
    const isOpen = () => !signal.aborted && ['', proposed.current].includes(latest.current)
    call(auth.proposeName, { body: { display_name: like } }, { signal })
      .then((proposal) => {
        if (!isOpen()) return
        proposed.current = proposal.name
        set({ name: proposal.name })
      })
      // Without a proposal the field stays empty, and is filled in by hand.
      .catch(() => {})
    return () => asking.abort()
  }, [like])

  const settled = useSettled(name)
  const checked = useQuery({
    queryKey: keyOf(auth.proposeName, { body: { name: settled } }),
    queryFn: ({ signal }) => call(auth.proposeName, { body: { name: settled } }, { signal }),
    enabled: settled !== '',
    retry: false,
    gcTime: 0,
  })
  const result = settled === name ? checked.data : undefined
  return {
    isFree: result?.error === null,
    error: result?.error,
  }
}
