import { Workbox } from 'workbox-window'
import type { Session } from '#pwa/lib/session.tsx'
import { showToast } from '#pwa/ui/toast.ts'
import { keepNotified } from './notified/keep.ts'
import { listenForTaps } from './notified/taps.ts'
import { whenFree } from './when-free.ts'

/** Registers the worker; a new version waits until somebody asks for it, and is not offered over an open form. */
export async function startServiceWorker(session: Session) {
  listenForTaps()
  keepNotified(session)
  const worker = new Workbox('/sw.js')
  worker.addEventListener('waiting', () => whenFree(() => offer(worker)))
  try {
    await worker.register()
  } catch (error) {
    // Where a browser allows no worker, the app works all the same, only not without a network.
    console.warn(error)
  }
}

function offer(worker: Workbox) {
  showToast('新しいバージョンがあります', {
    label: '更新する',
    onPress: () => {
      worker.addEventListener('controlling', () => location.reload())
      worker.messageSkipWaiting()
    },
  })
}
