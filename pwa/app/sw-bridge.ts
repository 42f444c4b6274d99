import { Workbox } from 'workbox-window'
import type { Session } from '#pwa/lib/session.tsx'
import { keepNotified } from './notified/keep.ts'
import { listenForTaps } from './notified/taps.ts'
import { lookForUpdates, noteTyping, offerUpdate } from './updates.ts'

/** Registers the worker; a new version waits until somebody asks for it. */
export async function startServiceWorker(session: Session) {
  listenForTaps()
  noteTyping()
  keepNotified(session)
  const worker = new Workbox('/sw.js')
  worker.addEventListener('waiting', () => offerUpdate(worker))
  try {
    await worker.register()
    lookForUpdates(worker)
  } catch (error) {
    // Where a browser allows no worker, the app works all the same, only not without a network.
    console.warn(error)
  }
}
