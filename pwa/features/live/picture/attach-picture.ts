import { refusalOf } from '#contract/http/caller.ts'
import { NativeFeed } from './native-feed.ts'
import type { Delay, Feed, FeedOptions, PlaybackError } from './playback-feed.ts'

/** Delays before a failed player is restarted while the server still serves the stream, in milliseconds. */
const PAUSES_MS = [1_000, 2_000, 4_000]
/** Status of an external stream that is temporarily unavailable at its source. */
const STILL = 503
const STILL_MS = 3_000

/**
 * Plays a stream in a video element: with hls.js, loaded on demand, if the browser supports Media Source Extensions;
 * otherwise (iPhones) with the browser's native HLS. Restarts what fails while the server still serves the stream.
 */
export class AttachedPicture implements Feed {
  readonly #video: HTMLVideoElement
  readonly #url: string
  /** As they are now: the next feed starts with them. */
  #options: FeedOptions
  #feed: Feed | null = null
  #isDetached = false
  #isRecovering = false
  #attempts = 0
  #restart: ReturnType<typeof setTimeout> | undefined

  constructor(video: HTMLVideoElement, url: string, options: FeedOptions) {
    this.#video = video
    this.#url = url
    this.#options = options
    video.addEventListener('timeupdate', this.#onMoving)
    this.#start()
  }

  readonly #onMoving = () => {
    this.#attempts = 0
  }

  #start() {
    if ('ManagedMediaSource' in window || 'MediaSource' in window)
      this.#startHls().catch(this.#fail)
    else this.#feed = this.#native()
  }

  async #startHls() {
    const { HlsFeed } = await import('./hls-feed.ts')
    if (this.#isDetached) return
    this.#feed = HlsFeed.isSupported()
      ? new HlsFeed(this.#video, this.#url, this.#options, this.#fail)
      : this.#native()
  }

  #native() {
    return new NativeFeed(this.#video, this.#url, this.#options, this.#fail)
  }

  readonly #fail = async () => {
    if (this.#isRecovering) return
    this.#isRecovering = true
    // The last frame stays on the screen meanwhile and counts as stalled.
    let playbackError = await ask(this.#url)
    while (!this.#isDetached && playbackError.status === STILL) {
      await new Promise((resolve) => setTimeout(resolve, STILL_MS))
      playbackError = await ask(this.#url)
    }
    this.#isRecovering = false
    if (this.#isDetached) return
    const pause = playbackError.status === 200 ? PAUSES_MS[this.#attempts++] : undefined
    if (pause === undefined) return this.#options.onError(playbackError)
    this.#restart = setTimeout(() => {
      this.#options = { ...this.#options, startAt: this.place() || this.#options.startAt }
      this.#feed?.detach()
      this.#feed = null
      this.#start()
    }, pause)
  }

  detach() {
    this.#isDetached = true
    clearTimeout(this.#restart)
    this.#video.removeEventListener('timeupdate', this.#onMoving)
    this.#feed?.detach()
  }

  choose(track: number) {
    this.#options = { ...this.#options, track }
    this.#feed?.choose(track)
  }

  delay(delay: Delay) {
    this.#options = { ...this.#options, delay }
    this.#feed?.delay(delay)
  }

  toLive() {
    this.#feed?.toLive()
  }

  place() {
    return this.#feed?.place() ?? 0
  }

  isLate() {
    return this.#feed?.isLate() ?? false
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
