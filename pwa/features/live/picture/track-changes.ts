import type { Fragment, default as Hls } from 'hls.js'
import Player from 'hls.js/light'

/** Seconds before its end at which a part counts as played. */
const NEAR_S = 0.3
const LOOK_MS = 250

/**
 * A stream that began with sound alone gets its picture, or loses it: a browser's buffers cannot be changed while
 * they are in use. What is loaded is played to that place, and then begun there with new ones. `isDue` is true
 * meanwhile: what the player complains of then is known.
 */
export function followTracks(hls: Hls, video: HTMLVideoElement) {
  const { Events } = Player
  let made = ''
  let loading: Fragment | null = null
  /** Seconds: where the other tracks begin. */
  let changeAt: number | null = null

  hls.on(Events.FRAG_LOADING, (_, { frag }) => {
    loading = frag
  })
  hls.on(Events.BUFFER_CREATED, (_, { tracks }) => {
    made = namesOf(tracks)
  })
  hls.on(Events.MEDIA_DETACHED, () => {
    made = ''
  })
  hls.on(Events.BUFFER_CODECS, (_, tracks) => {
    if (!made || namesOf(tracks) === made || !loading) return
    changeAt = loading.start
    hls.stopLoad()
  })

  const timer = setInterval(() => {
    const { currentTime: place, paused, playbackRate, muted } = video
    if (changeAt === null || (place < changeAt - NEAR_S && isBuffered(video, place))) return
    // One who went elsewhere meanwhile is left there.
    const at = Math.abs(place - changeAt) < 1 ? changeAt + NEAR_S : place
    changeAt = null
    hls.detachMedia()
    hls.attachMedia(video)
    hls.startLoad(at)
    video.playbackRate = playbackRate
    video.muted = muted
    if (!paused) void video.play().catch(() => {}) // a browser that refuses shows ▶ still
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
