import { Workbox } from 'workbox-window'
import { offerUpdate } from './updates.ts'

/** Registers the worker; a new version waits until somebody asks for it. */
export async function startServiceWorker() {
  const worker = new Workbox('/sw.js')
  worker.addEventListener('waiting', () => offerUpdate(worker))
  try {
    await worker.register()
  } catch (error) {
    // Where a browser allows no worker, the app works all the same, only not without a network.
    console.warn(error)
  }
}
