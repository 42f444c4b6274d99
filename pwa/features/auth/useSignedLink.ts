import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

type Progress = { at: 'checking' } | { at: 'done' } | { at: 'failed'; error: Error }
interface SignedLink {
  id: string
  expires: string
  signature: string
}

/** Hands the mailed link in once (the `verify` guard made sure that it is whole), and says how that went. */
export function useSignedLink(hand: (link: SignedLink) => Promise<unknown>): Progress {
  const [search] = useSearchParams()
  const [progress, setProgress] = useState<Progress>({ at: 'checking' })
  const link = JSON.stringify(Object.fromEntries(search))
  const handed = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is good for one time
  useEffect(() => {
    // Effects run twice in development, and the second time the link would be spent.
    if (handed.current === link) return
    handed.current = link
    hand(JSON.parse(link) as SignedLink).then(
      () => setProgress({ at: 'done' }),
      (error: unknown) => setProgress({ at: 'failed', error: error as Error }),
    )
  }, [link])
  return progress
}
