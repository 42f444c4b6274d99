import { openReader } from './reader.ts'

export interface Camera {
  close: () => void
  /** Null for a phone without a torch. */
  light: ((on: boolean) => Promise<void>) | null
}

declare global {
  /** The torch of the Image Capture standard, which TypeScript's types lack. */
  interface MediaTrackCapabilities {
    torch?: boolean
  }
  interface MediaTrackConstraintSet {
    torch?: boolean
  }
}

/** The polling interval in a browser without `requestVideoFrameCallback`. */
const FRAME_MS = 33
const WANTED: MediaTrackConstraints = {
  facingMode: 'environment',
  width: { ideal: 1_280 },
  height: { ideal: 720 },
}

interface Watcher {
  /** Called for each picture that is looked at, with its code or null. */
  onLook: (text: string | null) => Promise<void>
  /** Called when staff return to the page and another app has taken the camera: the video shows a frozen frame. */
  onTrackEnded: () => void
}

/** Opens the rear camera and reports what it sees. */
export async function openCamera(
  video: HTMLVideoElement,
  { onLook, onTrackEnded }: Watcher,
): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false })
  const [track] = stream.getVideoTracks()
  if (!track) throw new Error('the camera has no picture')
  let isOpen = true
  const unwatch = watchTrack(track, onTrackEnded)
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
    return { close, light: lightOf(track) }

    async function look() {
      while (isOpen) {
        const began = performance.now()
        try {
          const text = await read(video)
          if (isOpen) await onLook(text || null)
        } catch (error) {
          console.warn(error)
        }
        // A duty cycle of 50 % at most, to save the battery.
        await pause(performance.now() - began)
        await nextFrame(video)
      }
    }
  } catch (error) {
    close()
    throw error
  }
}

/** Reports a lost camera when the page is visible: no browser opens a camera in a hidden page. */
function watchTrack(track: MediaStreamTrack, onTrackEnded: () => void): () => void {
  const look = () => {
    if (track.readyState === 'ended' && document.visibilityState === 'visible') onTrackEnded()
  }
  track.addEventListener('ended', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    track.removeEventListener('ended', look)
    document.removeEventListener('visibilitychange', look)
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Resolves with the next frame, so that each frame is decoded once and without delay. */
const nextFrame = (video: HTMLVideoElement) =>
  'requestVideoFrameCallback' in video
    ? new Promise<void>((resolve) => video.requestVideoFrameCallback(() => resolve()))
    : pause(FRAME_MS)

function lightOf(track: MediaStreamTrack): Camera['light'] {
  if (!track.getCapabilities?.().torch) return null
  return (on) => track.applyConstraints({ advanced: [{ torch: on }] })
}
