import { piecesOf, type Segment } from './gaps.ts'
import { type Feed, type FeedOptions, LATE_S, SOUND_ALONE } from './playback-feed.ts'
import { type Variant, variantsOf } from './variants.ts'

/** Approximate latency of native HLS behind the live edge, in seconds. */
const DELAY_S = 8

/**
 * Native HLS: the browser chooses the quality and the latency. A quality that the viewer chooses is a playlist of its
 * own.
 */
export function playNatively(
  video: HTMLVideoElement,
  url: string,
  options: Pick<FeedOptions, 'startAt' | 'track' | 'onSegments' | 'onTracks'>,
  fail: () => Promise<void>,
): Feed {
  let { startAt, track } = options
  let variants: Variant[] = []
  let isDetached = false
  const pictures = () => variants.filter(({ height }) => height > 0)
  const urlOf = (chosen: number) =>
    chosen === SOUND_ALONE
      ? variants.find(({ height }) => height === 0)?.url
      : pictures()[chosen]?.url
  const onError = () => void fail()
  const onStart = () => {
    if (startAt > 0) video.currentTime = startAt
    // A live stream (infinite duration) has no gaps to show.
    if (Number.isFinite(video.duration))
      void readPieces(pictures()[0]?.url ?? url).then((all) => options.onSegments(all))
  }
  const place = () => (Number.isFinite(video.duration) ? video.currentTime : 0)
  const report = () =>
    options.onTracks({
      heights: pictures().map(({ height }) => height),
      hasSound: variants.length > pictures().length && pictures().length > 0,
      ...{ hasDelay: false, chosen: track, shown: -1 },
    })
  const play = (source: string) => {
    video.addEventListener('loadedmetadata', onStart, { once: true })
    video.src = source
  }
  const begin = async () => {
    variants = variantsOf(await read(url), new URL(url, location.href).href)
    if (isDetached) return
    report()
    play(urlOf(track) ?? url)
  }
  video.addEventListener('error', onError)
  void begin()
  const edge = () => {
    const { seekable, duration } = video
    // A finite duration is an archive.
    const isLive = !Number.isFinite(duration) && seekable.length > 0
    return isLive ? seekable.end(seekable.length - 1) : null
  }
  return {
    detach() {
      isDetached = true
      video.removeEventListener('error', onError)
      video.removeEventListener('loadedmetadata', onStart)
      video.removeAttribute('src')
      video.load()
    },
    choose(to) {
      const { playbackRate } = video
      track = to
      startAt = place()
      play(urlOf(to) ?? url)
      video.playbackRate = playbackRate
      report()
    },
    delay() {},
    toLive() {
      const end = edge()
      if (end !== null) video.currentTime = Math.max(0, end - DELAY_S)
    },
    place,
    isLate() {
      const end = edge()
      return end !== null && end - video.currentTime > DELAY_S + LATE_S
    },
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
