import { type RefObject, useEffect, useRef, useState } from 'react'
import { attachPicture } from './attach-picture.ts'
import { type Delay, type Feed, NO_TRACKS, type Tracks, type Trouble } from './feed.ts'
import type { Gap } from './gaps.ts'

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
  /** There is sound, and no picture to it. */
  soundOnly: boolean
  stalled: boolean
  /** A live picture that shows what was a while ago. */
  late: boolean
  tracks: Tracks
  /** Where an archive's stream was broken off. */
  gaps: Gap[]
}

interface PictureOptions {
  url: string
  /** Seconds. */
  startAt: number
  onStalled: (stalled: boolean) => void
  onTrouble: (trouble: Trouble) => void
  onOver: () => void
}

type Moving = Omit<Picture, 'tracks' | 'gaps' | 'stalled' | 'late'>

const movingOf = (video: HTMLVideoElement): Moving => ({
  playing: !video.paused && !video.ended,
  muted: video.muted,
  at: video.currentTime,
  duration: Number.isFinite(video.duration) ? video.duration : 0,
  rate: video.playbackRate,
  soundOnly: video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.videoWidth === 0,
})
const EVENTS = [
  ...['play', 'playing', 'pause', 'ended', 'waiting', 'timeupdate', 'durationchange'],
  ...['volumechange', 'ratechange', 'seeking', 'seeked', 'loadeddata', 'resize', 'emptied'],
]

/** What the video element does, told to React; and what happens to it, told to whoever decides. */
export function usePicture(video: RefObject<HTMLVideoElement | null>, options: PictureOptions) {
  const [picture, setPicture] = useState<Picture>({
    ...{ playing: false, muted: true, at: 0, duration: 0, rate: 1, stalled: false },
    ...{ soundOnly: false, late: false, tracks: NO_TRACKS, gaps: [] },
  })
  const feed = useRef<Feed | null>(null)
  const [delay, setDelay] = useState<Delay>('short')
  const latest = useRef(options)
  latest.current = options
  const { url } = options

  // biome-ignore lint/correctness/useExhaustiveDependencies: a delay that is chosen later is told to the feed
  useEffect(() => {
    const element = video.current
    if (!element) return
    const { startAt } = latest.current
    const change = (part: Partial<Picture>) => setPicture((known) => ({ ...known, ...part }))
    const look = () => change(movingOf(element))
    const over = () => latest.current.onOver()
    const attached = attachPicture(element, url, {
      startAt,
      delay,
      onTrouble: (trouble) => latest.current.onTrouble(trouble),
      onTracks: (tracks) => change({ tracks }),
      onGaps: (gaps) => change({ gaps }),
    })
    feed.current = attached
    const unwatch = watchStalls(element, (stalled) => {
      latest.current.onStalled(stalled)
      change({ ...movingOf(element), stalled })
    })
    const watching = setInterval(() => {
      // What has not begun, or is on its way, is nowhere yet.
      const shows = element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !element.seeking
      const late = shows && attached.isLate()
      setPicture((known) => (known.late === late ? known : { ...known, late }))
    }, LOOK_MS)
    for (const event of EVENTS) element.addEventListener(event, look)
    element.addEventListener('ended', over)
    return () => {
      for (const event of EVENTS) element.removeEventListener(event, look)
      element.removeEventListener('ended', over)
      clearInterval(watching)
      unwatch()
      attached.detach()
    }
  }, [video, url])

  return {
    ...picture,
    delay,
    setDelay(to: Delay) {
      setDelay(to)
      feed.current?.delay(to)
    },
    chooseTrack: (track: number) => feed.current?.choose(track),
    toLive() {
      feed.current?.toLive()
      void video.current?.play().catch(() => {}) // a browser that refuses shows ▶ still
    },
  }
}
export type PictureHandle = ReturnType<typeof usePicture>

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
