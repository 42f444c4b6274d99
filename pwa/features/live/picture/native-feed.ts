import { type Feed, type FeedOptions, LATE_S } from './feed.ts'
import { gapsOf, piecesOf, type Segment } from './gaps.ts'

/** Approximate latency of native HLS behind the live edge, in seconds. */
const DELAY_S = 8

/** Native HLS: the browser chooses quality and latency. */
export function playNatively(
  video: HTMLVideoElement,
  url: string,
  { startAt, onGaps }: Pick<FeedOptions, 'startAt' | 'onGaps'>,
  fail: () => Promise<void>,
): Feed {
  const onError = () => void fail()
  const onStart = () => {
    if (startAt > 0) video.currentTime = startAt
    // A live stream (infinite duration) has no gaps to show.
    if (Number.isFinite(video.duration)) void readPieces(url).then((all) => onGaps(gapsOf(all)))
  }
  video.addEventListener('error', onError)
  video.addEventListener('loadedmetadata', onStart, { once: true })
  video.src = url
  const edge = () => {
    const { seekable, duration } = video
    // A finite duration is an archive.
    const isLive = !Number.isFinite(duration) && seekable.length > 0
    return isLive ? seekable.end(seekable.length - 1) : null
  }
  return {
    detach() {
      video.removeEventListener('error', onError)
      video.removeEventListener('loadedmetadata', onStart)
      video.removeAttribute('src')
      video.load()
    },
    choose() {},
    delay() {},
    toLive() {
      const end = edge()
      if (end !== null) video.currentTime = Math.max(0, end - DELAY_S)
    },
    place: () => (Number.isFinite(video.duration) ? video.currentTime : 0),
    isLate() {
      const end = edge()
      return end !== null && end - video.currentTime > DELAY_S + LATE_S
    },
  }
}

/** Loads the playlist separately, as native HLS does not expose it. */
async function readPieces(url: string): Promise<Segment[]> {
  try {
    const answer = await fetch(url)
    return answer.ok ? piecesOf(await answer.text()) : []
  } catch {
    return [] // Network error: playback goes on without gaps.
  }
}
