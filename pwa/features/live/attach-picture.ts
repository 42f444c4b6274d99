/** What keeps a picture from playing; `status` is the server's answer, 0 where there was none. */
export interface Trouble {
  status: number
  message: string | null
}

/** Segments behind the newest at which a player starts, and at which it hurries after it. */
const BEHIND = 3
const FAR_BEHIND = 8
const BACK_BUFFER_S = 30

/**
 * Plays a stream in a video element, and returns how to stop. Where a browser lets us feed it (MSE), the player is
 * ours and is loaded now; elsewhere (iPhones) the browser plays HLS itself. `startAt` in seconds.
 */
export function attachPicture(
  video: HTMLVideoElement,
  url: string,
  { startAt, onTrouble }: { startAt: number; onTrouble: (trouble: Trouble) => void },
): () => void {
  let detach = () => {}
  let gone = false
  const fail = async () => {
    const trouble = await ask(url)
    if (!gone) onTrouble(trouble)
  }
  const feed = async () => {
    const { default: Hls } = await import('hls.js/light')
    if (gone) return
    if (!Hls.isSupported()) {
      detach = playNatively(video, url, startAt, fail)
      return
    }
    const hls = new Hls({
      // A worker of it would be made of a blob, which our policy refuses; fMP4 needs none.
      enableWorker: false,
      liveSyncDurationCount: BEHIND,
      liveMaxLatencyDurationCount: FAR_BEHIND,
      backBufferLength: BACK_BUFFER_S,
      startPosition: startAt > 0 ? startAt : -1,
    })
    let mended = false
    hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
      if (!fatal) return
      // A decoder that stumbled once may be set on its feet; twice is a fault.
      if (type === Hls.ErrorTypes.MEDIA_ERROR && !mended) {
        mended = true
        hls.recoverMediaError()
      } else void fail()
    })
    hls.loadSource(url)
    hls.attachMedia(video)
    detach = () => hls.destroy()
  }
  const mse = 'ManagedMediaSource' in window || 'MediaSource' in window
  if (mse) feed().catch(fail)
  else detach = playNatively(video, url, startAt, fail)
  return () => {
    gone = true
    detach()
  }
}

function playNatively(
  video: HTMLVideoElement,
  url: string,
  startAt: number,
  fail: () => Promise<void>,
) {
  const onError = () => void fail()
  const onStart = () => {
    if (startAt > 0) video.currentTime = startAt
  }
  video.addEventListener('error', onError)
  video.addEventListener('loadedmetadata', onStart, { once: true })
  video.src = url
  return () => {
    video.removeEventListener('error', onError)
    video.removeEventListener('loadedmetadata', onStart)
    video.removeAttribute('src')
    video.load()
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
