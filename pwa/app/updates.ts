import type { Workbox } from 'workbox-window'
import { flags } from '#pwa/lib/flags.ts'
import { currentToast, dismissToast, showToast } from '#pwa/ui/toast.ts'

const LOOK_MS = 2_000
/** Where somebody has typed something, and not gone away since. */
let typedAt: string | null = null

/** Whether a reload would spoil something: a form, a purchase, a stream. */
function isBusy(): boolean {
  if (flags.get().modal_open || document.querySelector('dialog[open]')) return true
  if (typedAt === location.pathname) return true
  return [...document.querySelectorAll('video')].some(({ paused, ended }) => !paused && !ended)
}

/** Offers a new version that waits, whenever nobody is in the middle of something; whoever puts it away is not asked again. */
export function offerUpdate(worker: Workbox) {
  document.addEventListener('input', () => {
    typedAt = location.pathname
  })
  // Another tab may have asked for it by then: it does not wait any more, and this page is still of the one before.
  let isTaken = false
  worker.addEventListener('controlling', () => {
    isTaken = true
  })
  const take = () => {
    if (isTaken) return location.reload()
    worker.addEventListener('controlling', () => location.reload())
    worker.messageSkipWaiting()
  }
  let shown: number | null = null
  const look = () => {
    const isThere = shown !== null && currentToast()?.id === shown
    if (shown !== null && !isThere) return clearInterval(timer)
    if (isThere && isBusy()) {
      dismissToast(shown!)
      shown = null
    } else if (!isThere && !isBusy()) shown = show(take)
  }
  const timer = setInterval(look, LOOK_MS)
  look()
}

const show = (onPress: () => void) =>
  showToast('新しいバージョンがあります', { label: '更新する', onPress })
