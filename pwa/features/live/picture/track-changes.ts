import type { Fragment, default as Hls } from 'hls.js'
import Player from 'hls.js/light'

/** Seconds before its end at which a part counts as played. */
const NEAR_S = 0.3
const LOOK_MS = 250

/**
 * Handles a stream whose tracks change, for example from audio only to audio and video: the browser's source buffers
 * cannot be changed in use. Playback runs up to the change, then media is attached again with new buffers. Meanwhile
 * `isDue` is true, and player errors are expected.
 */
export function followTracks(hls: Hls, video: HTMLVideoElement) {
  const { Events } = Player
  let bufferTracks = ''
  let loading: Fragment | null = null
  /** Seconds: where the tracks change. */
  let changeAt: number | null = null

  hls.on(Events.FRAG_LOADING, (_, { frag }) => {
    loading = frag
  })
  hls.on(Events.BUFFER_CREATED, (_, { tracks }) => {
    bufferTracks = namesOf(tracks)
  })
  hls.on(Events.MEDIA_DETACHED, () => {
    bufferTracks = ''
  })
  hls.on(Events.BUFFER_CODECS, (_, tracks) => {
    if (!bufferTracks || namesOf(tracks) === bufferTracks || !loading) return
    changeAt = loading.start
    hls.stopLoad()
  })

  const timer = setInterval(() => {
    const { currentTime: place, paused, playbackRate, muted } = video
    if (changeAt === null || (place < changeAt - NEAR_S && isBuffered(video, place))) return
    // A viewer who has seeked away stays at that position.
    const at = Math.abs(place - changeAt) < 1 ? changeAt + NEAR_S : place
    changeAt = null
    hls.detachMedia()
    hls.attachMedia(video)
    hls.startLoad(at)
    video.playbackRate = playbackRate
    video.muted = muted
    if (!paused) void video.play().catch(() => {}) // A rejection leaves the play button visible.
  }, LOOK_MS)

  return {
    isDue: () => changeAt !== null,
    stop: () => clearInterval(timer),
  }
}

const KINDS = ['audio', 'video', 'audiovideo'] as const
const namesOf = (tracks: object) => KINDS.filter((kind) => kind in tracks).join()

function isBuffered({ buffered }: HTMLVideoElement, at: number): boolean {
  for (let n = 0; n < buffered.length; n++)
    if (buffered.start(n) <= at && at < buffered.end(n)) return true
  return false
}
