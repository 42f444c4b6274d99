import type { Fragment, default as Hls, HlsConfig, Level, LevelParsed } from 'hls.js'
import Player from 'hls.js/light'
import { isKept, LineSpeed } from './line-speed.ts'
import { type Delay, type Feed, type FeedOptions, LATE_S, SOUND_ALONE } from './playback-feed.ts'
import { waitsForMore } from './standstill.ts'
import { followTracks } from './track-changes.ts'
import { shortSide } from './variants.ts'

/** Target and maximum latency behind the live edge, in seconds; both lie within the playlist. */
const DELAY_S: Record<Delay, number> = { short: 8, steady: 16 }
const MAX_DELAY_S: Record<Delay, number> = { short: 24, steady: 25 }
const BACK_BUFFER_S = 30
/** Limits the read-ahead of an archive, to load little that is never watched. */
const AHEAD_S = 30

const configOf = ({ startAt, delay }: FeedOptions): Partial<HlsConfig> => ({
  // hls.js starts its worker from a blob URL, which our Content-Security-Policy forbids; fMP4 needs no worker.
  enableWorker: false,
  liveSyncDuration: DELAY_S[delay],
  liveMaxLatencyDuration: MAX_DELAY_S[delay],
  backBufferLength: BACK_BUFFER_S,
  maxBufferLength: AHEAD_S,
  maxMaxBufferLength: AHEAD_S,
  startPosition: startAt > 0 ? startAt : -1,
  // The lowest, which starts fast on every connection; its download measures the speed.
  startLevel: 0,
})

/** Plays with hls.js, in a browser with Media Source Extensions (`isSupported`). */
export class HlsFeed implements Feed {
  static readonly isSupported = () => Player.isSupported()
  readonly #video: HTMLVideoElement
  readonly #url: string
  readonly #options: FeedOptions
  readonly #hls: Hls
  readonly #changes: ReturnType<typeof followTracks>
  readonly #line = new LineSpeed()
  /** Bits per second before the segment that is being loaded. */
  #estimate = 0
  #chosen: number
  #heights: number[] = []
  /** The playlist of the sound alone; empty if there is none. */
  #soundUrl = ''
  /** The sound plays alone. */
  #isAlone = false

  constructor(
    video: HTMLVideoElement,
    url: string,
    options: FeedOptions,
    fail: () => Promise<void>,
  ) {
    this.#video = video
    this.#url = url
    this.#options = options
    this.#chosen = options.track
    this.#hls = new Player(configOf(options))
    this.#changes = followTracks(this.#hls, video)
    this.#reportErrors(fail)
    this.#followLevels()
    // The height of a stream without a multivariant playlist is known only from the video.
    video.addEventListener('resize', this.#report)
    this.#hls.loadSource(url)
    this.#hls.attachMedia(video)
  }

  /** Recovers once from a media error; a second one is reported. */
  #reportErrors(fail: () => Promise<void>) {
    let hasRecovered = false
    this.#hls.on(Player.Events.ERROR, (_, { fatal, type }) => {
      if (!fatal || this.#changes.isDue()) return
      if (type === Player.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
        hasRecovered = true
        this.#hls.recoverMediaError()
      } else void fail()
    })
  }

  #followLevels() {
    const { Events } = Player
    this.#hls.on(Events.MANIFEST_LOADED, (_, { levels }) => {
      // hls.js leaves the sound out: it does not change between picture and no picture by itself.
      if (!this.#isAlone && levels.some(({ height }) => height))
        this.#soundUrl = levels.find(isSound)?.url ?? ''
    })
    this.#hls.on(Events.MANIFEST_PARSED, () => {
      if (this.#chosen === SOUND_ALONE && this.#soundUrl !== '' && !this.#isAlone) this.#turn(true)
      // Not for the automatic choice: set before the start, hls.js tests the line with a segment that it loads twice,
      // the second time from the browser's cache, and takes the line for a fast one.
      else if (!this.#isAlone && this.#chosen >= 0 && this.#hls.levels.length > 1)
        this.#hls.nextLevel = this.#chosen
      this.#report()
    })
    this.#hls.on(Events.LEVEL_SWITCHED, this.#report)
    this.#hls.on(Events.FRAG_LOADING, () => {
      this.#estimate = this.#hls.bandwidthEstimate
    })
    this.#hls.on(Events.FRAG_BUFFERED, (_, { frag, stats }) => {
      const faster = wasKept(frag.url)
        ? this.#estimate
        : this.#line.add(stats, this.#hls.bandwidthEstimate)
      if (faster) this.#hls.bandwidthEstimate = faster
      this.#goOn(frag)
    })
    this.#hls.on(Events.LEVEL_LOADED, (_, { details: { live, fragments } }) => {
      if (!live) this.#options.onSegments(fragments.map(segmentAt))
    })
  }

  /** A seek to where it stands makes the browser go on with what it has. */
  #goOn(frag: Fragment) {
    const edge = this.#isLive() ? this.#hls.latestLevelDetails?.edge : undefined
    const { currentTime } = this.#video
    if (edge !== undefined && waitsForMore(this.#video, frag, edge))
      this.#video.currentTime = currentTime
  }

  readonly #report = () => {
    const video = this.#video
    // A stream without a multivariant playlist says nothing about its picture.
    if (!this.#isAlone)
      this.#heights = this.#hls.levels.map(({ width, height }: Level) =>
        height > 0 ? shortSide(width, height) : shortSide(video.videoWidth, video.videoHeight),
      )
    this.#options.onTracks({
      heights: this.#heights,
      hasSound: this.#soundUrl !== '',
      hasDelay: true,
      chosen: this.#chosen,
      shown: this.#isAlone ? -1 : this.#hls.currentLevel,
    })
  }

  /** Changes between the stream and its sound alone, at the same position. */
  #turn(alone: boolean) {
    const video = this.#video
    const { playbackRate, muted } = video
    this.#isAlone = alone
    this.#hls.config.startPosition = this.place() || -1
    this.#hls.loadSource(alone ? this.#soundUrl : this.#url)
    video.addEventListener(
      'loadedmetadata',
      () => {
        video.playbackRate = playbackRate
        video.muted = muted
      },
      { once: true },
    )
  }

  #isLive() {
    return this.#hls.latestLevelDetails?.live === true
  }

  detach() {
    this.#video.removeEventListener('resize', this.#report)
    this.#changes.stop()
    this.#hls.destroy()
  }

  choose(track: number) {
    this.#chosen = track
    const alone = track === SOUND_ALONE && this.#soundUrl !== ''
    if (alone !== this.#isAlone) this.#turn(alone)
    else if (!alone) this.#hls.nextLevel = track
    this.#report()
  }

  delay(to: Delay) {
    this.#hls.config.liveSyncDuration = DELAY_S[to]
    this.#hls.config.liveMaxLatencyDuration = MAX_DELAY_S[to]
    this.toLive()
  }

  toLive() {
    const { liveSyncPosition } = this.#hls
    if (this.#isLive() && liveSyncPosition !== null) this.#video.currentTime = liveSyncPosition
  }

  place() {
    return this.#isLive() ? 0 : this.#video.currentTime
  }

  isLate() {
    return this.#isLive() && (this.#hls.liveSyncPosition ?? 0) - this.#video.currentTime > LATE_S
  }
}

/** The browser notes only the first files of a page, which are those that a reload finds kept. */
const wasKept = (url: string) =>
  performance
    .getEntriesByName(url, 'resource')
    .some((entry) => isKept(entry as PerformanceResourceTiming))

const isSound = ({ videoCodec, audioCodec, height }: LevelParsed) =>
  !videoCodec && !height && audioCodec !== undefined

const segmentAt = ({ duration, cc, programDateTime }: Fragment, n: number, all: Fragment[]) => ({
  seconds: duration,
  anew: n > 0 && cc !== all[n - 1]?.cc,
  sentAt: programDateTime,
})
