import { useEffect, useState } from 'react'
import { defined } from '#contract/lib/defined.ts'
import { durationOf, stillsOf } from './stills.ts'

interface Stills {
  stills: Blob[]
  seconds: number
}

/** Timeout: some browsers neither decode a video nor report an error. */
const DRAWN_WITHIN_MS = 30_000

/** The video cannot be decoded here, or not within the timeout. */
export type StillsFailure = 'unreadable' | 'slow'

/** Frames of a chosen video, for its thumbnail: null while they are drawn, or without a video. */
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
      () => stop.abort(new Error('the video frames could not be drawn within the timeout')),
      DRAWN_WITHIN_MS,
    )
    stillsOf(file, stop.signal).then(
      (drawn) => {
        clearTimeout(slow)
        if (!isHere) return
        setFound(drawn)
        onDrawn(defined(drawn.stills[0], 'a still'))
      },
      (error: unknown) => {
        clearTimeout(slow)
        if (!isHere) return
        console.info(error)
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

/** The duration of a chosen audio file, in seconds. */
export function useLength(file: File | null): number | null {
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    setSeconds(null)
    if (!file) return
    const stop = new AbortController()
    void durationOf(file, stop.signal).then((length) => {
      if (!stop.signal.aborted) setSeconds(length)
    })
    return () => stop.abort()
  }, [file])
  return seconds
}
