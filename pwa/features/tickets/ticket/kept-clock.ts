/** How far the server's clock was before this phone's, in milliseconds, and when that was by the phone's. */
export interface Measured {
  offset: number
  at: number
}

export const CLOCK = 'room.clock'
const PLACE = '/clock'

/** What was kept, read; nothing of it where the clock stands before that moment now: somebody has set it. */
export function offsetIn(kept: string | null, nowMs: number): number {
  try {
    const { offset, at } = JSON.parse(kept ?? '') as Partial<Measured>
    return Number.isFinite(offset) && Number.isFinite(at) && at! <= nowMs ? offset! : 0
  } catch {
    return 0 // never measured here
  }
}

/** As the app keeps it for the service worker, which has no `localStorage`; empty where nothing is known to be wrong. */
export const clockForWorker = async () =>
  (await (await caches.match(PLACE, { cacheName: CLOCK }))?.text()) ?? ''

let before: Promise<unknown> = Promise.resolve()

/** In the order in which it is told. */
export function tellWorker(kept: string | null) {
  before = before.then(async () => {
    try {
      if (kept === null) await caches.delete(CLOCK)
      else await (await caches.open(CLOCK)).put(PLACE, new Response(kept))
    } catch (error) {
      console.warn(error) // full, or not allowed: the app takes away what the worker drew
    }
  })
}
