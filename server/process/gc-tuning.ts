import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The start is over by then, and its garbage can be collected. */
const AFTER_MS = 2_000
/**
 * V8's heap-growing-percent: how much the heap may grow until the next collection. V8's own choice lets it double, and a
 * quarter of the memory of many viewers was garbage. What it saves and costs:
 * docs/decisions/live/030-live-benchmarks.md
 */
const GROWS_BY = 25

/**
 * Collects the garbage of the start (a fifth of an idle server's memory) once, AFTER_MS later: the pause of 0.1 s comes before
 * the server is busy. From then on the heap grows in steps of GROWS_BY.
 */
export function tuneGarbageCollection(): void {
  setTimeout(() => {
    // Node writes its compile cache at exit: a killed process would leave none, and the next start take twice as long.
    flushCompileCache()
    collectGarbage()
    setFlagsFromString(`--heap-growing-percent=${GROWS_BY}`)
  }, AFTER_MS).unref()
}

/** A full, synchronous collection. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: (how: object) => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
