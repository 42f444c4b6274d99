import { openReader } from './reader.ts'

export interface Camera {
  close: () => void
  /** Null where the phone has no light. */
  light: ((on: boolean) => Promise<void>) | null
}

/** Where a browser does not say that a new frame is there. */
const FRAME_MS = 33
const WANTED: MediaTrackConstraints = {
  facingMode: 'environment',
  width: { ideal: 1_280 },
  height: { ideal: 720 },
}

interface Watcher {
  onRead: (text: string) => Promise<void>
  /** Another app has taken the camera, and staff are back: what is on the screen is the last that was seen. */
  onGone: () => void
}

/** Shows the camera that looks away from its holder, and hands over each code that comes before it. */
export async function openCamera(
  video: HTMLVideoElement,
  { onRead, onGone }: Watcher,
): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false })
  const [track] = stream.getVideoTracks()
  let isOpen = true
  const unwatch = watchTrack(track!, onGone)
  const close = () => {
    isOpen = false
    unwatch()
    for (const one of stream.getTracks()) one.stop()
  }
  try {
    video.srcObject = stream
    await video.play()
    const read = await openReader()
    void look()
    return { close, light: lightOf(track!) }

    async function look() {
      while (isOpen) {
        const began = performance.now()
        try {
          const text = await read(video)
          if (text && isOpen) await onRead(text)
        } catch (error) {
          console.warn(error)
        }
        // At work half of the time at most: the battery has to last the evening.
        await pause(performance.now() - began)
        await nextFrame(video)
      }
    }
  } catch (error) {
    close()
    throw error
  }
}

/** No camera is opened from behind another app: one that is taken there is missed when the page is seen again. */
function watchTrack(track: MediaStreamTrack, onGone: () => void): () => void {
  const look = () => {
    if (track.readyState === 'ended' && document.visibilityState === 'visible') onGone()
  }
  track.addEventListener('ended', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    track.removeEventListener('ended', look)
    document.removeEventListener('visibilitychange', look)
  }
}

const pause = (ms: number) => new Promise<void>((go) => setTimeout(go, ms))

/** A frame is looked at as soon as it is there, and once. */
const nextFrame = (video: HTMLVideoElement) =>
  'requestVideoFrameCallback' in video
    ? new Promise<void>((go) => video.requestVideoFrameCallback(() => go()))
    : pause(FRAME_MS)

function lightOf(track: MediaStreamTrack): Camera['light'] {
  const can = track.getCapabilities?.() as { torch?: boolean } | undefined
  if (!can?.torch) return null
  return (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
}
