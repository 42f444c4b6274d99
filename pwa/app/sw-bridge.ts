import { Workbox } from 'workbox-window'
import type { Session } from '#pwa/lib/session.tsx'
import { keepNotified } from './notified/keep.ts'
import { listenForTaps } from './notified/taps.ts'
import { offerUpdate } from './updates.ts'

/** A page that stays open hears of a new version within an hour, and when somebody comes back to it. */
const LOOK_MS = 60 * 60_000

function lookForVersions(worker: Workbox) {
  // Nobody may be there to be asked: it is looked for again.
  const look = () => document.hidden || worker.update().catch(console.info)
  setInterval(look, LOOK_MS)
  document.addEventListener('visibilitychange', look)
}

/** Registers the worker; a new version waits until somebody asks for it. */
export async function startServiceWorker(session: Session) {
  listenForTaps()
  keepNotified(session)
  const worker = new Workbox('/sw.js')
  worker.addEventListener('waiting', () => offerUpdate(worker))
  try {
    await worker.register()
    lookForVersions(worker)
  } catch (error) {
    // Where a browser allows no worker, the app works all the same, only not without a network.
    console.warn(error)
  }
}
