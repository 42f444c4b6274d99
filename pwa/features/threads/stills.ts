import { defined } from '#contract/lib/defined.ts'
import { PICTURE_MAX, THREAD_MAX } from '#contract/threads/posting-limits.ts'

const waitForEvent = (media: HTMLMediaElement, name: string, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const options = { once: true, signal }
    media.addEventListener(name, () => resolve(), options)
    media.addEventListener('error', () => reject(media.error), options)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** The duration of an audio file in seconds; null if this browser cannot decode it. */
export async function durationOf(file: File, signal: AbortSignal): Promise<number | null> {
  const url = URL.createObjectURL(file)
  const audio = new Audio(url)
  try {
    await waitForEvent(audio, 'loadedmetadata', signal)
    return Number.isFinite(audio.duration) ? audio.duration : null
  } catch {
    return null // Uploaded all the same: the server supports more formats.
  } finally {
    audio.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}

/** Evenly spaced frames of a video; rejects if this browser cannot decode it. */
export async function stillsOf(file: File, signal: AbortSignal) {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url })
  try {
    await waitForEvent(video, 'loadedmetadata', signal)
    await wake(video, signal)
    const stills: Blob[] = []
    for (let n = 0; n < THREAD_MAX.thumbnails; n++) {
      const seeked = waitForEvent(video, 'seeked', signal)
      video.currentTime = (video.duration * (n + 0.5)) / THREAD_MAX.thumbnails
      await seeked
      stills.push(await draw(video))
    }
    return { stills, seconds: video.duration }
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

/** iOS loads no frame before playback: starts it muted and pauses at once. */
async function wake(video: HTMLVideoElement, signal: AbortSignal) {
  // Rejected in low-power mode; seeking may show a frame all the same.
  const begun = video.play().catch(console.info)
  await Promise.race([begun, ended(signal)])
  video.pause()
}

const ended = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

async function draw(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth: width, videoHeight: height } = video
  const scale = Math.min(1, PICTURE_MAX.side / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  defined(canvas.getContext('2d'), 'the canvas').drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the video frame could not be drawn'))),
      'image/jpeg',
      0.9,
    ),
  )
}
