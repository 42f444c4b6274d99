import { useEffect, useState } from 'react'
import { lengthOf, stillsOf } from './stills.ts'

interface Stills {
  stills: Blob[]
  seconds: number
}

/** Pictures of a film that was just chosen, to choose one from: null while they are drawn, or where there is none to draw. */
export function useStills(
  file: File | null,
  { onDrawn, onFailed }: { onDrawn: (first: Blob) => void; onFailed: () => void },
): Stills | null {
  const [found, setFound] = useState<Stills | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another film alone is drawn anew
  useEffect(() => {
    setFound(null)
    if (!file) return
    const stop = new AbortController()
    stillsOf(file, stop.signal).then(
      (drawn) => {
        if (stop.signal.aborted) return
        setFound(drawn)
        onDrawn(drawn.stills[0]!)
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        console.error(error)
        onFailed()
      },
    )
    return () => stop.abort()
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
