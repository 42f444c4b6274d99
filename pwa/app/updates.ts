import type { Workbox } from 'workbox-window'
import { currentToast, dismissToast, showToast } from '#pwa/ui/toast.ts'
import { isModalOpen } from './when-free.ts'

const LOOK_MS = 2_000
/** An app on a home screen may stay open for weeks, and a browser looks only when it is loaded. */
const NEWS_MS = 60 * 60_000
/** Where somebody has typed something, and not gone away since. */
let typedAt: string | null = null

/** Whether a reload, or the offer of it, would spoil something: a form, a purchase, a stream, a code that is held up. */
function isBusy(): boolean {
  if (isModalOpen()) return true
  // What is typed into another's frame, as the number of a card is, nobody tells us of.
  if (document.activeElement instanceof HTMLIFrameElement) typedAt = location.pathname
  if (typedAt === location.pathname) return true
  // At a door the offer would lie over it.
  if (document.querySelector('[data-code]')) return true
  // Its picture may be away for a moment, or stand still.
  if (document.querySelector('[data-on-air]')) return true
  return [...document.querySelectorAll('video')].some(({ paused, ended }) => !paused && !ended)
}

/** From the start: what was typed before there was a new version is lost by a reload as well. */
export function noteTyping() {
  document.addEventListener('input', () => {
    typedAt = location.pathname
  })
}

/** Looks for a new version every hour, and whenever somebody comes back to the window. */
export function lookForUpdates(worker: Workbox) {
  // Without a network there is nothing new.
  const look = () => document.hidden || worker.update().catch(console.info)
  setInterval(look, NEWS_MS)
  document.addEventListener('visibilitychange', look)
}

/** Offers a new version that waits, whenever nobody is in the middle of something; whoever puts it away is not asked again. */
export function offerUpdate(worker: Workbox) {
  const press = pressing(worker)
  let shown: number | null = null
  const look = () => {
    const now = currentToast()?.id ?? null
    if (shown === null) {
      // What was just said is read first.
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

/** Lets the new one take over, then loads the page from it. In another window somebody may have done the first. */
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
