import { Workbox } from 'workbox-window'
import type { Session } from '#pwa/lib/api/user-session.ts'
import { syncPushSubscription } from './push/push-sync.ts'
import { listenForTaps } from './push/taps.ts'
import { lookForUpdates, noteTyping, offerUpdate } from './updates.ts'

/** Registers the service worker. A new version waits until the user accepts it. */
export async function startServiceWorker(session: Session) {
  listenForTaps()
  noteTyping()
  syncPushSubscription(session)
  const worker = new Workbox('/sw.js')
  worker.addEventListener('waiting', () => offerUpdate(worker))
  try {
    await worker.register()
    lookForUpdates(worker)
  } catch (error) {
    // A browser may forbid service workers: the app works without, but not offline.
    console.warn(error)
  }
}
