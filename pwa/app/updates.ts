import type { Workbox } from 'workbox-window'
import { currentToast, dismissToast, showToast } from '#pwa/ui/overlay/toast.ts'
import { isModalOpen } from './when-free.ts'

const LOOK_MS = 2_000
/** The interval of update checks: browsers check only on navigation, and an installed app stays open for weeks. */
const NEWS_MS = 60 * 60_000
/** The path on which something was typed last. */
let typedAt: string | null = null

/** Whether a reload, or the toast that offers it, would disturb: a form, a purchase, a stream, a ticket code. */
function isBusy(): boolean {
  if (isModalOpen()) return true
  // Typing into a cross-origin iframe, as into the provider's card fields, fires no event here.
  if (document.activeElement instanceof HTMLIFrameElement) typedAt = location.pathname
  if (typedAt === location.pathname) return true
  // The toast would cover a ticket code.
  if (document.querySelector('[data-code]')) return true
  // A live stream counts as playing also while it buffers.
  if (document.querySelector('[data-on-air]')) return true
  return [...document.querySelectorAll('video')].some(({ paused, ended }) => !paused && !ended)
}

/** Started with the app: text typed before the new version arrived would be lost by a reload, too. */
export function noteTyping() {
  document.addEventListener('input', () => {
    typedAt = location.pathname
  })
}

/** Checks for a new version every hour, and when the window becomes visible. */
export function lookForUpdates(worker: Workbox) {
  // Fails offline, which needs no handling.
  const look = () => document.hidden || worker.update().catch(console.info)
  setInterval(look, NEWS_MS)
  document.addEventListener('visibilitychange', look)
}

/** Offers a waiting version in a toast while nothing would be disturbed. A dismissed toast does not come again. */
export function offerUpdate(worker: Workbox) {
  const press = pressing(worker)
  let shown: number | null = null
  const look = () => {
    const now = currentToast()?.id ?? null
    if (shown === null) {
      // Another toast that shows is left alone.
      if (now === null && !isBusy()) shown = show(press)
    } else if (now === null) clearInterval(timer)
    else if (now !== shown) shown = null
    else if (isBusy()) {
      dismissToast(shown)
      shown = null
    }
  }
  const timer = setInterval(look, LOOK_MS)
  look()
}

const show = (onPress: () => void) =>
  showToast('新しいバージョンがあります', { label: '更新する', onPress })

/** Activates the new worker, then reloads. Another window may have activated it already: then only reloads. */
function pressing(worker: Workbox) {
  let isPressed = false
  let hasTakenOver = false
  worker.addEventListener('controlling', () => {
    hasTakenOver = true
    if (isPressed) location.reload()
  })
  return () => {
    if (hasTakenOver) return location.reload()
    isPressed = true
    worker.messageSkipWaiting()
  }
}
