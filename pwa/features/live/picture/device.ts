import type { Event } from '#contract/events.ts'

/** iPhones have their own ways to show a film on the whole screen. */
type Webkit = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

export const togglePlay = (video: HTMLVideoElement) =>
  video.paused ? void video.play().catch(() => {}) : video.pause() // a browser that refuses shows ▶ still

export const toggleMute = (video: HTMLVideoElement) => {
  video.muted = !video.muted
}

export async function toggleFull(stage: HTMLElement, video: Webkit) {
  if (document.fullscreenElement) return document.exitFullscreen()
  if (stage.requestFullscreen) return stage.requestFullscreen()
  video.webkitEnterFullscreen?.()
}

export const canFloat = () => document.pictureInPictureEnabled === true
export async function toggleFloat(video: HTMLVideoElement) {
  if (document.pictureInPictureElement) await document.exitPictureInPicture()
  else await video.requestPictureInPicture()
}

/** Keeps the screen from going dark; returns how to let it. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let over = false
  const ask = async () => {
    if (over || document.visibilityState !== 'visible') return
    try {
      lock = await navigator.wakeLock.request('screen')
      if (over) await lock.release()
    } catch {
      // A phone that saves its battery says no; the picture goes on.
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

/** What the lock screen and headphones know of it. */
export function tellSession(event: Event, video: HTMLVideoElement): () => void {
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
