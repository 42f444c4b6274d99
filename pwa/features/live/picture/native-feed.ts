import { piecesOf, type Segment } from './gaps.ts'
import { type Feed, type FeedOptions, LATE_S, SOUND_ALONE } from './playback-feed.ts'
import { type Variant, variantsOf } from './variants.ts'

/** Approximate latency of native HLS behind the live edge, in seconds. */
const DELAY_S = 8

type NativeOptions = Pick<FeedOptions, 'startAt' | 'track' | 'onSegments' | 'onTracks'>

/**
 * Native HLS: the browser chooses the quality and the latency. A quality that the viewer chooses is a playlist of its
 * own.
 */
export class NativeFeed implements Feed {
  readonly #video: HTMLVideoElement
  readonly #url: string
  readonly #options: NativeOptions
  readonly #fail: () => Promise<void>
  #startAt: number
  #track: number
  #variants: Variant[] = []
  #isDetached = false

  constructor(
    video: HTMLVideoElement,
    url: string,
    options: NativeOptions,
    fail: () => Promise<void>,
  ) {
    this.#video = video
    this.#url = url
    this.#options = options
    this.#fail = fail
    this.#startAt = options.startAt
    this.#track = options.track
    video.addEventListener('error', this.#onError)
    void this.#begin()
  }

  async #begin() {
    const url = this.#url
    this.#variants = variantsOf(await read(url), new URL(url, location.href).href)
    if (this.#isDetached) return
    this.#report()
    this.#play()
  }

  /** Plays the chosen quality, or the sound alone. */
  #play() {
    this.#video.addEventListener('loadedmetadata', this.#onStart, { once: true })
    this.#video.src = this.#chosenUrl() ?? this.#url
  }

  readonly #onError = () => void this.#fail()

  readonly #onStart = () => {
    const video = this.#video
    if (this.#startAt > 0) video.currentTime = this.#startAt
    // A live stream (infinite duration) has no gaps to show.
    if (Number.isFinite(video.duration))
      void readPieces(this.#pictures()[0]?.url ?? this.#url).then(this.#options.onSegments)
  }

  #pictures() {
    return this.#variants.filter(({ height }) => height > 0)
  }

  #chosenUrl() {
    return this.#track === SOUND_ALONE
      ? this.#variants.find(({ height }) => height === 0)?.url
      : this.#pictures()[this.#track]?.url
  }

  #report() {
    const pictures = this.#pictures()
    this.#options.onTracks({
      heights: pictures.map(({ height }) => height),
      hasSound: this.#variants.length > pictures.length && pictures.length > 0,
      ...{ hasDelay: false, chosen: this.#track, shown: -1 },
    })
  }

  /** The live edge; null for an archive, whose duration is finite. */
  #edge() {
    const { seekable, duration } = this.#video
    const isLive = !Number.isFinite(duration) && seekable.length > 0
    return isLive ? seekable.end(seekable.length - 1) : null
  }

  detach() {
    const video = this.#video
    this.#isDetached = true
    video.removeEventListener('error', this.#onError)
    video.removeEventListener('loadedmetadata', this.#onStart)
    video.removeAttribute('src')
    video.load()
  }

  choose(to: number) {
    const { playbackRate } = this.#video
    this.#track = to
    this.#startAt = this.place()
    this.#play()
    this.#video.playbackRate = playbackRate
    this.#report()
  }

  /** The browser's own. */
  delay() {}

  toLive() {
    const end = this.#edge()
    if (end !== null) this.#video.currentTime = Math.max(0, end - DELAY_S)
  }

  place() {
    return Number.isFinite(this.#video.duration) ? this.#video.currentTime : 0
  }

  isLate() {
    const end = this.#edge()
    return end !== null && end - this.#video.currentTime > DELAY_S + LATE_S
  }
}

/** Loads a playlist separately, as native HLS does not expose it; empty after a network error: playback goes on. */
async function read(url: string): Promise<string> {
  try {
    const answer = await fetch(url)
    return answer.ok ? await answer.text() : ''
  } catch {
    return ''
  }
}

const readPieces = async (url: string): Promise<Segment[]> => piecesOf(await read(url))
