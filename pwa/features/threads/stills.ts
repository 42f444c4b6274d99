import { PICTURE_MAX, THREAD_MAX } from '#contract/posting-limits.ts'

const heard = (media: HTMLMediaElement, name: string, signal: AbortSignal) =>
  new Promise<void>((done, failed) => {
    const options = { once: true, signal }
    media.addEventListener(name, () => done(), options)
    media.addEventListener('error', () => failed(media.error), options)
    signal.addEventListener('abort', () => failed(signal.reason), { once: true })
  })

/** Seconds of a sound, or null where this browser cannot tell. */
export async function lengthOf(file: File, signal: AbortSignal): Promise<number | null> {
  const url = URL.createObjectURL(file)
  const audio = new Audio(url)
  try {
    await heard(audio, 'loadedmetadata', signal)
    return Number.isFinite(audio.duration) ? audio.duration : null
  } catch {
    return null // it is sent all the same: the server knows more kinds
  } finally {
    audio.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}

/** Pictures from all over a film, the same time apart; rejects where this browser cannot show it. */
export async function stillsOf(file: File, signal: AbortSignal) {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url })
  try {
    await heard(video, 'loadedmetadata', signal)
    await wake(video, signal)
    const stills: Blob[] = []
    for (let n = 0; n < THREAD_MAX.thumbnails; n++) {
      const seeked = heard(video, 'seeked', signal)
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

/** An iPhone loads no picture before somebody plays: so it is begun, without sound, and held at once. */
async function wake(video: HTMLVideoElement, signal: AbortSignal) {
  // One that saves its battery refuses, and may show it all the same where it is sought.
  const begun = video.play().catch(console.info)
  await Promise.race([begun, ended(signal)])
  video.pause()
}

const ended = (signal: AbortSignal) =>
  new Promise<never>((_, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason), { once: true })
  })

async function draw(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth: width, videoHeight: height } = video
  const scale = Math.min(1, PICTURE_MAX.side / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')!.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((done, failed) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error('no picture'))),
      'image/jpeg',
      0.9,
    ),
  )
}
