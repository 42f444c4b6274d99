import type { Feed, FeedOptions, Trouble } from './feed.ts'
import { playNatively } from './native-feed.ts'

/** A player that gave up although the server has a picture is begun anew, after such pauses: milliseconds. */
const PAUSES_MS = [1_000, 2_000, 4_000]
/** Where a stream comes from elsewhere, the server says so when there is nothing to be had from there now. */
const STILL = 503
const STILL_MS = 3_000

/**
 * Plays a stream in a video element. Where a browser lets us feed it (MSE), the player is ours and is loaded now;
 * elsewhere (iPhones) the browser plays HLS itself.
 */
export function attachPicture(video: HTMLVideoElement, url: string, options: FeedOptions): Feed {
  let feed: Feed | null = null
  let { startAt } = options
  let { delay } = options
  let gone = false
  let tries = 0
  let failing = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  const moving = () => {
    tries = 0
  }
  const fail = async () => {
    if (failing) return
    failing = true
    // What is on the screen stays there meanwhile: it is a picture that stands still, and is told as one.
    let trouble = await ask(url)
    while (!gone && trouble.status === STILL) {
      await new Promise((done) => setTimeout(done, STILL_MS))
      trouble = await ask(url)
    }
    failing = false
    if (gone) return
    const pause = trouble.status === 200 ? PAUSES_MS[tries++] : undefined
    if (pause === undefined) return options.onTrouble(trouble)
    waiting = setTimeout(() => {
      startAt = feed?.place() || startAt
      feed?.detach()
      feed = null
      start()
    }, pause)
  }
  const load = async () => {
    const { feedHls } = await import('./hls-feed.ts')
    if (gone) return
    feed =
      feedHls(video, url, { ...options, startAt, delay }, fail) ??
      playNatively(video, url, { ...options, startAt }, fail)
  }
  const mse = 'ManagedMediaSource' in window || 'MediaSource' in window
  function start() {
    if (mse) load().catch(fail)
    else feed = playNatively(video, url, { ...options, startAt }, fail)
  }
  video.addEventListener('timeupdate', moving)
  start()
  return {
    detach() {
      gone = true
      clearTimeout(waiting)
      video.removeEventListener('timeupdate', moving)
      feed?.detach()
    },
    choose: (track) => feed?.choose(track),
    delay(to) {
      delay = to
      feed?.delay(to)
    },
    toLive: () => feed?.toLive(),
    place: () => feed?.place() ?? 0,
    isLate: () => feed?.isLate() ?? false,
  }
}

/** Players say only that something failed: the server is asked why. */
async function ask(url: string): Promise<Trouble> {
  try {
    const answer = await fetch(url)
    if (answer.ok) return { status: answer.status, message: null }
    const { message } = (await answer.json()) as { message?: string }
    return { status: answer.status, message: message ?? null }
  } catch {
    return { status: 0, message: null } // no network
  }
}
