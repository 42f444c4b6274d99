import type { RefObject } from 'react'
import type { Event } from '#contract/events/calls.ts'

/** Fullscreen API of iPhones. */
type Webkit = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

export const togglePlay = (video: HTMLVideoElement) =>
  video.paused ? void video.play().catch(() => {}) : video.pause() // A rejection leaves the play button visible.

export const toggleMute = (video: HTMLVideoElement) => {
  video.muted = !video.muted
}

export async function toggleFull(container: HTMLElement, video: Webkit) {
  if (document.fullscreenElement) return document.exitFullscreen()
  if (container.requestFullscreen) return container.requestFullscreen()
  video.webkitEnterFullscreen?.()
}

/** The setting of the browser or the phone to use little data. */
export function prefersLessData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}

export const canFloat = () => document.pictureInPictureEnabled === true
export async function toggleFloat(video: HTMLVideoElement) {
  if (document.pictureInPictureElement) await document.exitPictureInPicture()
  else await video.requestPictureInPicture()
}

/** Requests a screen wake lock; returns the function that releases it. */
export function requestWakeLock(): () => void {
  let lock: WakeLockSentinel | null = null
  let over = false
  const ask = async () => {
    if (over || document.visibilityState !== 'visible') return
    try {
      lock = await navigator.wakeLock.request('screen')
      if (over) await lock.release()
    } catch {
      // Rejected in a phone's low-power mode; playback goes on.
    }
  }
  if (!('wakeLock' in navigator)) return () => {}
  void ask()
  document.addEventListener('visibilitychange', ask)
  return () => {
    over = true
    document.removeEventListener('visibilitychange', ask)
    void lock?.release()
  }
}

/** Sets the Media Session metadata, for the lock screen and headphones. */
export function setMediaSession(event: Event, video: HTMLVideoElement): () => void {
  if (!('mediaSession' in navigator)) return () => {}
  const { mediaSession } = navigator
  const src = event.thumbnail_image_path
  mediaSession.metadata = new MediaMetadata({
    title: event.title,
    artist: event.room.title,
    artwork: src ? [{ src }] : [],
  })
  mediaSession.setActionHandler('play', () => void video.play())
  mediaSession.setActionHandler('pause', () => video.pause())
  return () => {
    mediaSession.metadata = null
    mediaSession.setActionHandler('play', null)
    mediaSession.setActionHandler('pause', null)
  }
}

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
