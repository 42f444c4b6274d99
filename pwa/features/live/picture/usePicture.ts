import { type RefObject, useEffect, useRef, useState } from 'react'
import { AttachedPicture } from './attach-picture.ts'
import { type Gap, gapsOf } from './gaps.ts'
import {
  AUTO,
  type Delay,
  type Feed,
  NO_TRACKS,
  type PlaybackError,
  type Tracks,
} from './playback-feed.ts'
import { type Timeline, timelineOf } from './timeline.ts'
import { prefersLessData } from './video-controls.ts'

/** Playback without progress for this long counts as stalled. */
const STALLED_MS = 3_000
const LOOK_MS = 500

export interface LivePicture {
  playing: boolean
  muted: boolean
  /** Seconds. */
  at: number
  duration: number
  rate: number
  /** The stream has audio but no video. */
  soundOnly: boolean
  stalled: boolean
  /** A live stream plays too far behind the live edge. */
  late: boolean
  tracks: Tracks
  /** The gaps of an archive, where its stream was interrupted. */
  gaps: Gap[]
  /** When the pictures of an archive were sent; null before that is known. */
  timeline: Timeline | null
}

interface PictureOptions {
  url: string
  /** Seconds. */
  startAt: number
  onStalled: (stalled: boolean) => void
  onError: (playbackError: PlaybackError) => void
  onOver: () => void
}

type Moving = Omit<LivePicture, 'tracks' | 'gaps' | 'timeline' | 'stalled' | 'late'>

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

/** The state of a video element for React; reports errors, stalls and the end by callbacks. */
export function usePicture(video: RefObject<HTMLVideoElement | null>, options: PictureOptions) {
  const [picture, setPicture] = useState<LivePicture>({
    ...{ playing: false, muted: true, at: 0, duration: 0, rate: 1, stalled: false },
    ...{ soundOnly: false, late: false, tracks: NO_TRACKS, gaps: [], timeline: null },
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
    const change = (part: Partial<LivePicture>) => setPicture((known) => ({ ...known, ...part }))
    const attached = new AttachedPicture(element, url, {
      startAt: latest.current.startAt,
      delay,
      // With data saver on, playback starts with the smallest picture; the viewer may choose another.
      track: prefersLessData() ? 0 : AUTO,
      onError: (playbackError) => latest.current.onError(playbackError),
      onTracks: (tracks) => change({ tracks }),
      onSegments: (segments) => change({ gaps: gapsOf(segments), timeline: timelineOf(segments) }),
    })
    feed.current = attached
    const unwatch = watchElement(element, {
      isLate: () => attached.isLate(),
      onMoved: change,
      onLate: (late) => setPicture((known) => (known.late === late ? known : { ...known, late })),
      onStalled(stalled) {
        latest.current.onStalled(stalled)
        change({ ...movingOf(element), stalled })
      },
      onOver: () => latest.current.onOver(),
    })
    return () => {
      unwatch()
      // What is shown next has not stalled, for example the replay after a stream that was cut off.
      latest.current.onStalled(false)
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
      void video.current?.play().catch(() => {}) // A rejection leaves the play button visible.
    },
  }
}
export type PictureHandle = ReturnType<typeof usePicture>

interface ElementListener {
  isLate: () => boolean
  onMoved: (moving: Moving) => void
  onLate: (late: boolean) => void
  onStalled: (stalled: boolean) => void
  onOver: () => void
}

/** Reports what happens to a video element; returns the function that ends it. */
function watchElement(video: HTMLVideoElement, listener: ElementListener): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const look = () => listener.onMoved(movingOf(video))
  for (const event of EVENTS) video.addEventListener(event, look, { signal })
  video.addEventListener('ended', listener.onOver, { signal })
  const unwatch = watchStalls(video, listener.onStalled)
  const timer = setInterval(() => {
    // Before the first frame and during a seek the position is not valid.
    const shows = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !video.seeking
    listener.onLate(shows && listener.isLate())
  }, LOOK_MS)
  return () => {
    listening.abort()
    unwatch()
    clearInterval(timer)
  }
}

/** Reports when playback stalls and resumes. Compares positions, as browsers fire stall events differently. */
function watchStalls(video: HTMLVideoElement, report: (stalled: boolean) => void): () => void {
  let [at, movedAt, stalled] = [video.currentTime, performance.now(), false]
  const look = () => {
    const rests = video.paused || video.ended
    if (rests || video.currentTime !== at) [at, movedAt] = [video.currentTime, performance.now()]
    const stands = performance.now() - movedAt >= STALLED_MS
    if (stands !== stalled) report((stalled = stands))
  }
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}
