import type { RefObject } from 'react'

/**
 * A picture that comes back after the network was gone sounds as the one before it did. Where the browser lets nothing
 * sound without a press, it begins without, and its button is there.
 */
export function keepSound(video: HTMLVideoElement, sounds: RefObject<boolean>): () => void {
  const note = () => {
    sounds.current = !video.muted
  }
  const begin = async () => {
    try {
      await video.play()
    } catch (error) {
      // Another failure is the picture's own, and told by whoever feeds it.
      if (!(error instanceof DOMException && error.name === 'NotAllowedError')) return
      video.muted = true
      await video.play().catch(() => {}) // a browser that refuses shows ▶
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
