import { type RefObject, useEffect, useRef, useState } from 'react'
import { attachPicture, type Trouble } from './attach-picture.ts'

/** A picture that has stood still for so long is missed. */
const STALLED_MS = 3_000
const LOOK_MS = 500

export interface Picture {
  playing: boolean
  muted: boolean
  /** Seconds. */
  at: number
  duration: number
  rate: number
  stalled: boolean
}

interface PictureOptions {
  url: string
  /** Seconds. */
  startAt: number
  onStalled: (stalled: boolean) => void
  onTrouble: (trouble: Trouble) => void
  onOver: () => void
}

const stateOf = (video: HTMLVideoElement, stalled: boolean): Picture => ({
  playing: !video.paused && !video.ended,
  muted: video.muted,
  at: video.currentTime,
  duration: Number.isFinite(video.duration) ? video.duration : 0,
  rate: video.playbackRate,
  stalled,
})
const EVENTS = [
  ...['play', 'playing', 'pause', 'ended', 'waiting', 'timeupdate', 'durationchange'],
  ...['volumechange', 'ratechange', 'seeked'],
]

/** What the video element does, told to React; and what happens to it, told to whoever decides. */
export function usePicture(video: RefObject<HTMLVideoElement | null>, options: PictureOptions) {
  const [picture, setPicture] = useState<Picture>({
    ...{ playing: false, muted: true, at: 0, duration: 0, rate: 1, stalled: false },
  })
  const latest = useRef(options)
  latest.current = options
  const { url } = options

  useEffect(() => {
    const element = video.current
    if (!element) return
    const { startAt } = latest.current
    const detach = attachPicture(element, url, {
      startAt,
      onTrouble: (trouble) => latest.current.onTrouble(trouble),
    })
    const unwatch = watchStalls(element, (stalled) => {
      latest.current.onStalled(stalled)
      setPicture(stateOf(element, stalled))
    })
    const look = () => setPicture(({ stalled }) => stateOf(element, stalled))
    const over = () => latest.current.onOver()
    for (const event of EVENTS) element.addEventListener(event, look)
    element.addEventListener('ended', over)
    return () => {
      for (const event of EVENTS) element.removeEventListener(event, look)
      element.removeEventListener('ended', over)
      unwatch()
      detach()
    }
  }, [video, url])
  return picture
}

/**
 * Tells when a picture that should move has not moved for a while, and when it moves again. Its place is looked at:
 * browsers do not agree on which events say so.
 */
function watchStalls(video: HTMLVideoElement, tell: (stalled: boolean) => void): () => void {
  let [at, movedAt, stalled] = [video.currentTime, performance.now(), false]
  const look = () => {
    const rests = video.paused || video.ended
    if (rests || video.currentTime !== at) [at, movedAt] = [video.currentTime, performance.now()]
    const stands = performance.now() - movedAt >= STALLED_MS
    if (stands !== stalled) tell((stalled = stands))
  }
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}
