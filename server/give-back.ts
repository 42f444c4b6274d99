import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then what is only needed to start has been used. */
const AFTER_MS = 2_000

/**
 * Starting makes much that is thrown away at once, and the room that it took would be kept for good, a sixth of an idle
 * server's memory. It is given back once, soon after the start, when a tenth of a second keeps nobody waiting.
 */
export function giveBackAfterStart(): void {
  setTimeout(() => {
    keepWhatIsCompiled()
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (how: object) => void
    setFlagsFromString('--no-expose-gc')
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, AFTER_MS).unref()
}

/**
 * Node writes what it compiled (NODE_COMPILE_CACHE) when it ends by itself: a process that is killed would leave the next
 * one to compile all of it anew, which is more than half of a start. Where nothing is new, nothing is written.
 */
function keepWhatIsCompiled(): void {
  flushCompileCache()
}
