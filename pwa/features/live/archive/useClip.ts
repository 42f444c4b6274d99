import { type RefObject, useEffect, useState } from 'react'
import type { Clip } from './clip.ts'

/** Farther from the clip than this many seconds, the viewer has gone elsewhere. */
const NEAR_S = 2

/**
 * Stops the archive at the end of a clip, once; whoever goes on or elsewhere watches the archive. `at` is the position
 * in seconds.
 */
export function useClip(video: RefObject<HTMLVideoElement | null>, clip: Clip | null, at: number) {
  const [state, setState] = useState<'before' | 'within' | 'over' | 'left'>('before')
  useEffect(() => {
    if (!clip || state === 'left' || state === 'over') return
    const isWithin = at >= clip.from - NEAR_S && at < clip.to + NEAR_S
    if (state === 'before') {
      if (isWithin && at > 0) setState('within')
    } else if (!isWithin) setState('left')
    else if (at >= clip.to) {
      video.current?.pause()
      setState('over')
    }
  }, [video, clip, at, state])
  const play = () => void video.current?.play().catch(() => {}) // A rejection leaves the play button visible.
  return {
    /** The position is the clip's, not one that the viewer has chosen. */
    isActive: clip !== null && state !== 'left',
    isOver: state === 'over',
    goOn() {
      setState('left')
      play()
    },
    again() {
      if (video.current && clip) video.current.currentTime = clip.from
      setState('before')
      play()
    },
  }
}
