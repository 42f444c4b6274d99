import type { default as Hls, HlsConfig, Level } from 'hls.js'
import Player from 'hls.js/light'
import { type Delay, type Feed, type FeedOptions, LATE_S } from './feed.ts'

/** Segments behind the newest at which a player plays, and at which it jumps after it. */
const BEHIND: Record<Delay, number> = { short: 3, steady: 7 }
const FAR_BEHIND: Record<Delay, number> = { short: 8, steady: 12 }
const BACK_BUFFER_S = 30

const configOf = ({ startAt, delay }: FeedOptions): Partial<HlsConfig> => ({
  // A worker of it would be made of a blob, which our policy refuses; fMP4 needs none.
  enableWorker: false,
  liveSyncDurationCount: BEHIND[delay],
  liveMaxLatencyDurationCount: FAR_BEHIND[delay],
  backBufferLength: BACK_BUFFER_S,
  startPosition: startAt > 0 ? startAt : -1,
})

/** Feeds the element itself; null where this browser lets nobody do that. */
export function feedHls(
  video: HTMLVideoElement,
  url: string,
  options: FeedOptions,
  fail: () => Promise<void>,
): Feed | null {
  if (!Player.isSupported()) return null
  const { Events, ErrorTypes } = Player
  const hls: Hls = new Player(configOf(options))
  let mended = false
  hls.on(Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return
    // A decoder that stumbled once may be set on its feet; twice is a fault.
    if (type === ErrorTypes.MEDIA_ERROR && !mended) {
      mended = true
      hls.recoverMediaError()
    } else void fail()
  })
  const tell = () =>
    options.onTracks({
      heights: hls.levels.map(({ height }: Level) => height),
      chosen: hls.autoLevelEnabled ? -1 : hls.nextLevel,
      shown: hls.currentLevel,
    })
  hls.on(Events.MANIFEST_PARSED, tell)
  hls.on(Events.LEVEL_SWITCHED, tell)
  hls.loadSource(url)
  hls.attachMedia(video)
  const isLive = () => hls.latestLevelDetails?.live === true
  const toLive = () => {
    if (isLive() && hls.liveSyncPosition !== null) video.currentTime = hls.liveSyncPosition
  }
  return {
    detach: () => hls.destroy(),
    choose(track) {
      hls.nextLevel = track
      tell()
    },
    delay(to) {
      hls.config.liveSyncDurationCount = BEHIND[to]
      hls.config.liveMaxLatencyDurationCount = FAR_BEHIND[to]
      toLive()
    },
    toLive,
    isLate: () => isLive() && (hls.liveSyncPosition ?? 0) - video.currentTime > LATE_S,
  }
}
