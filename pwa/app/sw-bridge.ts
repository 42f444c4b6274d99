import { Workbox } from 'workbox-window'
import { flags } from '#pwa/lib/flags.ts'
import type { Session } from '#pwa/lib/session.tsx'
import { showToast } from '#pwa/ui/toast.ts'
import { keepNotified } from './notified/keep.ts'
import { listenForTaps } from './notified/taps.ts'

/** Registers the worker; a new version waits until somebody asks for it, and is not offered over an open form. */
export async function startServiceWorker(session: Session) {
  listenForTaps()
  keepNotified(session)
  const worker = new Workbox('/sw.js')
  worker.addEventListener('waiting', () => offer(worker))
  try {
    await worker.register()
  } catch (error) {
    // Where a browser allows no worker, the app works all the same, only not without a network.
    console.warn(error)
  }
}

function offer(worker: Workbox) {
  if (flags.get().modal_open) {
    const stop = flags.subscribe(() => {
      if (flags.get().modal_open) return
      stop()
      offer(worker)
    })
    return
  }
  showToast('新しいバージョンがあります', {
    label: '更新する',
    onPress: () => {
      worker.addEventListener('controlling', () => location.reload())
      worker.messageSkipWaiting()
    },
  })
}
