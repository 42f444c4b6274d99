import { refusalOf } from '#contract/http/caller.ts'
import { playNatively } from './native-feed.ts'
import type { Feed, FeedOptions, PlaybackError } from './playback-feed.ts'

/** Delays before a failed player is restarted while the server still serves the stream, in milliseconds. */
const PAUSES_MS = [1_000, 2_000, 4_000]
/** Status of an external stream that is temporarily unavailable at its source. */
const STILL = 503
const STILL_MS = 3_000

/**
 * Attaches a stream to a video element: with hls.js, loaded on demand, if the browser supports Media Source
 * Extensions; otherwise (iPhones) with the browser's native HLS.
 */
export function attachPicture(video: HTMLVideoElement, url: string, options: FeedOptions): Feed {
  let feed: Feed | null = null
  let { startAt } = options
  let { delay, track } = options
  let isDetached = false
  let attempts = 0
  let recovering = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  const moving = () => {
    attempts = 0
  }
  const fail = async () => {
    if (recovering) return
    recovering = true
    // The last frame stays on the screen meanwhile and counts as stalled.
    let playbackError = await ask(url)
    while (!isDetached && playbackError.status === STILL) {
      await new Promise((resolve) => setTimeout(resolve, STILL_MS))
      playbackError = await ask(url)
    }
    recovering = false
    if (isDetached) return
    const pause = playbackError.status === 200 ? PAUSES_MS[attempts++] : undefined
    if (pause === undefined) return options.onError(playbackError)
    waiting = setTimeout(() => {
      startAt = feed?.place() || startAt
      feed?.detach()
      feed = null
      start()
    }, pause)
  }
  const load = async () => {
    const { feedHls } = await import('./hls-feed.ts')
    if (isDetached) return
    feed =
      feedHls(video, url, { ...options, startAt, delay, track }, fail) ??
      playNatively(video, url, { ...options, startAt, track }, fail)
  }
  const mse = 'ManagedMediaSource' in window || 'MediaSource' in window
  function start() {
    if (mse) load().catch(fail)
    else feed = playNatively(video, url, { ...options, startAt, track }, fail)
  }
  video.addEventListener('timeupdate', moving)
  start()
  return {
    detach() {
      isDetached = true
      clearTimeout(waiting)
      video.removeEventListener('timeupdate', moving)
      feed?.detach()
    },
    choose(to) {
      track = to
      feed?.choose(to)
    },
    delay(to) {
      delay = to
      feed?.delay(to)
    },
    toLive: () => feed?.toLive(),
    place: () => feed?.place() ?? 0,
    isLate: () => feed?.isLate() ?? false,
  }
}

/** Requests the stream's URL to get its HTTP status, which players do not report. */
async function ask(url: string): Promise<PlaybackError> {
  try {
    const answer = await fetch(url)
    if (answer.ok) return { status: answer.status, message: null }
    const { message } = refusalOf(await answer.json())
    return { status: answer.status, message: message ?? null }
  } catch {
    return { status: 0, message: null } // Network error.
  }
}
