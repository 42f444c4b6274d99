import type { Fragment, default as Hls, HlsConfig, Level } from 'hls.js'
import Player from 'hls.js/light'
import { type Delay, type Feed, type FeedOptions, LATE_S } from './feed.ts'
import { gapsOf } from './gaps.ts'
import { followTracks } from './track-changes.ts'

/** Seconds behind the newest at which a player plays, and at which it jumps after it: all of it within the playlist. */
const BEHIND_S: Record<Delay, number> = { short: 8, steady: 16 }
const FAR_BEHIND_S: Record<Delay, number> = { short: 24, steady: 25 }
const BACK_BUFFER_S = 30
/** Of an archive: what nobody may watch tomorrow is not fetched by the hour today, nor what nobody will watch. */
const AHEAD_S = 30

const configOf = ({ startAt, delay }: FeedOptions): Partial<HlsConfig> => ({
  // A worker of it would be made of a blob, which our policy refuses; fMP4 needs none.
  enableWorker: false,
  liveSyncDuration: BEHIND_S[delay],
  liveMaxLatencyDuration: FAR_BEHIND_S[delay],
  backBufferLength: BACK_BUFFER_S,
  maxBufferLength: AHEAD_S,
  maxMaxBufferLength: AHEAD_S,
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
  const tracks = followTracks(hls, video)
  let mended = false
  hls.on(Events.ERROR, (_, { fatal, type }) => {
    if (!fatal || tracks.isDue()) return
    // A decoder that stumbled once may be set on its feet; twice is a fault.
    if (type === ErrorTypes.MEDIA_ERROR && !mended) {
      mended = true
      hls.recoverMediaError()
    } else void fail()
  })
  const tell = () =>
    options.onTracks({
      heights: hls.levels.map(({ height }: Level) => height || video.videoHeight),
      chosen: hls.manualLevel,
      shown: hls.currentLevel,
    })
  hls.on(Events.MANIFEST_PARSED, tell)
  hls.on(Events.LEVEL_SWITCHED, tell)
  hls.on(Events.LEVEL_LOADED, (_, { details: { live, fragments } }) => {
    if (!live) options.onGaps(gapsOf(fragments.map(pieceOf)))
  })
  // How large a picture is that no list describes shows once it is there.
  video.addEventListener('resize', tell)
  hls.loadSource(url)
  hls.attachMedia(video)
  const isLive = () => hls.latestLevelDetails?.live === true
  const toLive = () => {
    if (isLive() && hls.liveSyncPosition !== null) video.currentTime = hls.liveSyncPosition
  }
  return {
    detach() {
      video.removeEventListener('resize', tell)
      tracks.stop()
      hls.destroy()
    },
    choose(track) {
      hls.nextLevel = track
      tell()
    },
    delay(to) {
      hls.config.liveSyncDuration = BEHIND_S[to]
      hls.config.liveMaxLatencyDuration = FAR_BEHIND_S[to]
      toLive()
    },
    toLive,
    place: () => (isLive() ? 0 : video.currentTime),
    isLate: () => isLive() && (hls.liveSyncPosition ?? 0) - video.currentTime > LATE_S,
  }
}

const pieceOf = ({ duration, cc, programDateTime }: Fragment, n: number, all: Fragment[]) => ({
  seconds: duration,
  anew: n > 0 && cc !== all[n - 1]!.cc,
  sentAt: programDateTime,
})
