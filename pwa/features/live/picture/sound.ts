import type { RefObject } from 'react'

/**
 * After a reconnect, playback has sound if it had before. If the browser blocks autoplay with sound, it starts muted
 * and shows the unmute button.
 */
export function restoreSound(video: HTMLVideoElement, sounds: RefObject<boolean>): () => void {
  const note = () => {
    sounds.current = !video.muted
  }
  const begin = async () => {
    try {
      await video.play()
    } catch (error) {
      // Any other error is a playback error, which the feed reports.
      if (!(error instanceof DOMException && error.name === 'NotAllowedError')) return
      video.muted = true
      await video.play().catch(() => {}) // A rejection leaves the play button visible.
    }
  }
  const start = () => void begin()
  video.muted = !sounds.current
  if (sounds.current) video.addEventListener('loadedmetadata', start, { once: true })
  video.addEventListener('volumechange', note)
  return () => {
    video.removeEventListener('loadedmetadata', start)
    video.removeEventListener('volumechange', note)
  }
}
