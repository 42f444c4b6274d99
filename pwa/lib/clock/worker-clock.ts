import { propertiesOf } from '#pwa/lib/unknown.ts'
/** The server's clock minus this phone's, in milliseconds, and the time of the measurement by the phone's clock. */
export interface Measured {
  offset: number
  at: number
}

export const CLOCK = 'room.clock'
const PLACE = '/clock'

/** The stored offset; 0 if the clock is now before the measurement, as it was set meanwhile. */
export function offsetIn(stored: string | null, nowMs: number): number {
  try {
    const { offset, at } = propertiesOf(JSON.parse(stored ?? ''))
    return typeof offset === 'number' && typeof at === 'number' && at <= nowMs ? offset : 0
  } catch {
    return 0 // Never measured on this device.
  }
}

/** The offset for the service worker, which has no `localStorage`; empty without a known error. */
export const clockForWorker = async () =>
  (await (await caches.match(PLACE, { cacheName: CLOCK }))?.text()) ?? ''

let before: Promise<unknown> = Promise.resolve()

/** Writes are serialized. */
export function syncWorkerClock(stored: string | null) {
  before = before.then(async () => {
    try {
      if (stored === null) await caches.delete(CLOCK)
      else await (await caches.open(CLOCK)).put(PLACE, new Response(stored))
    } catch (error) {
      console.warn(error) // Storage is full or not permitted: the app replaces what the worker rendered.
    }
  })
}
