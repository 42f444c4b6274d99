import { type RefObject, useEffect, useState } from 'react'
import type { Clip } from './clip.ts'

/** Farther from the clip than this many seconds, the viewer has gone elsewhere. */
const NEAR_S = 2

const isNear = ({ from, to }: Clip, at: number) => at >= from - NEAR_S && at < to + NEAR_S

/** Pauses the archive at the end of a clip, once. A viewer who continues or seeks out of the clip watches the archive. */
export function useClip(video: RefObject<HTMLVideoElement | null>, clip: Clip | null) {
  const [state, setState] = useState<'within' | 'over' | 'left'>('within')
  useEffect(() => {
    const element = video.current
    if (!clip || !element || state !== 'within') return
    const listening = new AbortController()
    const { signal } = listening
    const end = (to: 'over' | 'left') => {
      listening.abort()
      setState(to)
    }
    const onSeeking = () => {
      if (!isNear(clip, element.currentTime)) end('left')
    }
    const onTime = () => {
      if (element.seeking || element.currentTime < clip.to) return
      element.pause()
      end('over')
    }
    element.addEventListener('seeking', onSeeking, { signal })
    element.addEventListener('timeupdate', onTime, { signal })
    return () => listening.abort()
  }, [video, clip, state])
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
      setState('within')
      play()
    },
  }
}
