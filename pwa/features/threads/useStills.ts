import { useEffect, useState } from 'react'
import { lengthOf, stillsOf } from './stills.ts'

interface Stills {
  stills: Blob[]
  seconds: number
}

/** Some browsers neither show a film nor say that they cannot. */
const DRAWN_WITHIN_MS = 30_000

/** Why there are none: the film cannot be shown here, or was not in time. */
export type StillsFailure = 'unreadable' | 'slow'

/** Pictures of a film that was just chosen, to choose one from: null while they are drawn, or where there is none to draw. */
export function useStills(
  file: File | null,
  { onDrawn, onFailed }: { onDrawn: (first: Blob) => void; onFailed: (why: StillsFailure) => void },
): Stills | null {
  const [found, setFound] = useState<Stills | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another film alone is drawn anew
  useEffect(() => {
    setFound(null)
    if (!file) return
    let isHere = true
    const stop = new AbortController()
    const slow = setTimeout(
      () => stop.abort(new Error('no pictures of it in time')),
      DRAWN_WITHIN_MS,
    )
    stillsOf(file, stop.signal).then(
      (drawn) => {
        clearTimeout(slow)
        if (!isHere) return
        setFound(drawn)
        onDrawn(drawn.stills[0]!)
      },
      (error: unknown) => {
        clearTimeout(slow)
        if (!isHere) return
        console.error(error)
        onFailed(stop.signal.aborted ? 'slow' : 'unreadable')
      },
    )
    return () => {
      isHere = false
      stop.abort()
    }
  }, [file])
  return found
}

/** Seconds of a sound that was just chosen. */
export function useLength(file: File | null): number | null {
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    setSeconds(null)
    if (!file) return
    const stop = new AbortController()
    void lengthOf(file, stop.signal).then((length) => {
      if (!stop.signal.aborted) setSeconds(length)
    })
    return () => stop.abort()
  }, [file])
  return seconds
}

/** Where what was chosen can be seen: the address of one that is there already is its own. */
export function useAddress(chosen: Blob | string | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!(chosen instanceof Blob)) return setUrl(null)
    const made = URL.createObjectURL(chosen)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [chosen])
  return typeof chosen === 'string' ? chosen : url
}
