import { setImmediate } from 'node:timers/promises'

/**
 * A turn of the event loop that took longer has answered a request: more may be waiting, as each turn accepts a single
 * connection (libuv). An empty one takes 10 to 50 µs.
 */
const QUIET_MS = 0.2
/** Within a flood of requests, background work goes on this often. */
const LONGEST_MS = 100

/**
 * Lets requests be answered before the next piece of background work: SQLite is synchronous, so that each piece keeps all
 * requests waiting. Resolves after a turn of the event loop that had nothing to do, or after `longestMs`.
 */
export async function giveWay(longestMs = LONGEST_MS) {
  // The turn in which this is called may have looked for requests already.
  await setImmediate()
  const began = performance.now()
  for (let turned = began; ; ) {
    await setImmediate()
    const now = performance.now()
    if (now - turned < QUIET_MS || now - began > longestMs) return
    turned = now
  }
}
