import type { Feed, FeedOptions, Trouble } from './feed.ts'
import { playNatively } from './native-feed.ts'

/**
 * Plays a stream in a video element. Where a browser lets us feed it (MSE), the player is ours and is loaded now;
 * elsewhere (iPhones) the browser plays HLS itself.
 */
export function attachPicture(video: HTMLVideoElement, url: string, options: FeedOptions): Feed {
  let feed: Feed | null = null
  let { delay } = options
  let gone = false
  const fail = async () => {
    const trouble = await ask(url)
    if (!gone) options.onTrouble(trouble)
  }
  const load = async () => {
    const { feedHls } = await import('./hls-feed.ts')
    if (gone) return
    feed =
      feedHls(video, url, { ...options, delay }, fail) ??
      playNatively(video, url, options.startAt, fail)
  }
  const mse = 'ManagedMediaSource' in window || 'MediaSource' in window
  if (mse) load().catch(fail)
  else feed = playNatively(video, url, options.startAt, fail)
  return {
    detach() {
      gone = true
      feed?.detach()
    },
    choose: (track) => feed?.choose(track),
    delay(to) {
      delay = to
      feed?.delay(to)
    },
    toLive: () => feed?.toLive(),
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
