import type { Fragment, default as Hls, HlsConfig, Level, LevelParsed } from 'hls.js'
import Player from 'hls.js/light'
import { type Delay, type Feed, type FeedOptions, LATE_S, SOUND_ALONE } from './playback-feed.ts'
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

/** Plays with hls.js; null in a browser without Media Source Extensions. */
export function feedHls(
  video: HTMLVideoElement,
  url: string,
  options: FeedOptions,
  fail: () => Promise<void>,
): Feed | null {
  if (!Player.isSupported()) return null
  const { Events, ErrorTypes } = Player
  const hls: Hls = new Player(configOf(options))
  const tracks = followTracks(hls, video)
  let mended = false
  hls.on(Events.ERROR, (_, { fatal, type }) => {
    if (!fatal || tracks.isDue()) return
    // Recovers once from a media error; a second one is reported.
    if (type === ErrorTypes.MEDIA_ERROR && !mended) {
      mended = true
      hls.recoverMediaError()
    } else void fail()
  })
  let chosen = options.track
  let heights: number[] = []
  /** The playlist of the sound alone, and whether it plays. */
  let [soundUrl, isAlone] = ['', false]
  const report = () => {
    // A stream without a multivariant playlist says nothing about its picture.
    if (!isAlone)
      heights = hls.levels.map(({ width, height }: Level) =>
        height > 0 ? shortSide(width, height) : shortSide(video.videoWidth, video.videoHeight),
      )
    const shown = isAlone ? -1 : hls.currentLevel
    options.onTracks({ heights, hasSound: soundUrl !== '', hasDelay: true, chosen, shown })
  }
  hls.on(Events.MANIFEST_LOADED, (_, { levels }) => {
    if (isAlone) return
    const isSound = ({ videoCodec, audioCodec, height }: LevelParsed) =>
      !videoCodec && !height && audioCodec !== undefined
    // hls.js leaves it out: it does not change between picture and no picture by itself.
    if (levels.some(({ height }) => height)) soundUrl = levels.find(isSound)?.url ?? ''
  })
  hls.on(Events.MANIFEST_PARSED, () => {
    if (chosen === SOUND_ALONE && soundUrl !== '' && !isAlone) turn(true)
    // Not for the automatic choice: set before the start, hls.js tests the line with a segment that it loads twice, the
    // second time from the browser's cache, and takes the line for a fast one.
    else if (!isAlone && chosen >= 0 && hls.levels.length > 1) hls.nextLevel = chosen
    report()
  })
  /** Changes between the stream and its sound alone, at the same position. */
  const turn = (alone: boolean) => {
    const { playbackRate, muted } = video
    isAlone = alone
    hls.config.startPosition = place() || -1
    hls.loadSource(alone ? soundUrl : url)
    video.addEventListener(
      'loadedmetadata',
      () => {
        video.playbackRate = playbackRate
        video.muted = muted
      },
      { once: true },
    )
  }
  hls.on(Events.LEVEL_SWITCHED, report)
  hls.on(Events.LEVEL_LOADED, (_, { details: { live, fragments } }) => {
    if (!live) options.onSegments(fragments.map(segmentAt))
  })
  // The height of a stream without a multivariant playlist is known only from the video.
  video.addEventListener('resize', report)
  hls.loadSource(url)
  hls.attachMedia(video)
  const isLive = () => hls.latestLevelDetails?.live === true
  const place = () => (isLive() ? 0 : video.currentTime)
  const toLive = () => {
    if (isLive() && hls.liveSyncPosition !== null) video.currentTime = hls.liveSyncPosition
  }
  return {
    detach() {
      video.removeEventListener('resize', report)
      tracks.stop()
      hls.destroy()
    },
    choose(track) {
      chosen = track
      const alone = track === SOUND_ALONE && soundUrl !== ''
      if (alone !== isAlone) turn(alone)
      else if (!alone) hls.nextLevel = track
      report()
    },
    delay(to) {
      hls.config.liveSyncDuration = DELAY_S[to]
      hls.config.liveMaxLatencyDuration = MAX_DELAY_S[to]
      toLive()
    },
    toLive,
    place,
    isLate: () => isLive() && (hls.liveSyncPosition ?? 0) - video.currentTime > LATE_S,
  }
}

const segmentAt = ({ duration, cc, programDateTime }: Fragment, n: number, all: Fragment[]) => ({
  seconds: duration,
  anew: n > 0 && cc !== all[n - 1]?.cc,
  sentAt: programDateTime,
})
