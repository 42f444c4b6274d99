import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then what is only needed to start has been used. */
const AFTER_MS = 2_000
/**
 * What lives may grow by this much, in percent, before it is looked through. V8 would let it double: with a full house a
 * third of the memory was what nobody needed any more. Looking oftener costs that house one part in fifty of its time.
 */
const GROWS_BY = 25

/**
 * Starting makes much that is thrown away at once, and the room that it took would be kept for good, a sixth of an idle
 * server's memory. It is given back once, soon after the start, when a tenth of a second keeps nobody waiting; from then
 * on the heap grows in small steps.
 */
export function keepHeapSmall(): void {
  setTimeout(() => {
    keepWhatIsCompiled()
    collectGarbage()
    setFlagsFromString(`--heap-growing-percent=${GROWS_BY}`)
  }, AFTER_MS).unref()
}

/** All of it, now, while nothing else runs. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Node writes what it compiled (NODE_COMPILE_CACHE) when it ends by itself: a process that is killed would leave the next
 * one to compile all of it anew, which is more than half of a start. Where nothing is new, nothing is written.
 */
function keepWhatIsCompiled(): void {
  flushCompileCache()
}
