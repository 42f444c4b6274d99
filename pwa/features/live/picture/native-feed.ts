import { type Feed, type FeedOptions, LATE_S } from './feed.ts'
import { gapsOf, type Piece, piecesOf } from './gaps.ts'

/** A browser that plays HLS by itself keeps some such distance from the newest, in seconds. */
const BEHIND_S = 8

/** Hands the stream to the browser, which chooses for itself what it loads and how far behind it plays. */
export function playNatively(
  video: HTMLVideoElement,
  url: string,
  { startAt, onGaps }: Pick<FeedOptions, 'startAt' | 'onGaps'>,
  fail: () => Promise<void>,
): Feed {
  const onError = () => void fail()
  const onStart = () => {
    if (startAt > 0) video.currentTime = startAt
    // What has no end has no place for them.
    if (Number.isFinite(video.duration)) void readPieces(url).then((all) => onGaps(gapsOf(all)))
  }
  video.addEventListener('error', onError)
  video.addEventListener('loadedmetadata', onStart, { once: true })
  video.src = url
  const edge = () => {
    const { seekable, duration } = video
    // What has an end is no live picture.
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
      if (end !== null) video.currentTime = Math.max(0, end - BEHIND_S)
    },
    place: () => (Number.isFinite(video.duration) ? video.currentTime : 0),
    isLate() {
      const end = edge()
      return end !== null && end - video.currentTime > BEHIND_S + LATE_S
    },
  }
}

/** The browser keeps to itself what the playlist says. */
async function readPieces(url: string): Promise<Piece[]> {
  try {
    const answer = await fetch(url)
    return answer.ok ? piecesOf(await answer.text()) : []
  } catch {
    return [] // no network: the film plays as far as it is loaded
  }
}
