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
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (how: object) => void
    setFlagsFromString('--no-expose-gc')
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, AFTER_MS).unref()
}
