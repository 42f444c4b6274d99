// Process that draws uploaded pictures one by one for pool.ts. It has neither secrets nor a database connection, and
// ends with its parent.
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { type Outcome, type PictureTask, perform } from './draw.ts'

/** A task whose picture follows on the standard input: `length` bytes. */
export interface SentTask {
  task: PictureTask
  length: number
  /** If not, a large picture is answered by `large`. */
  mayBeLarge: boolean
}

/** Before the answer, when a large picture is begun. */
export const LARGE = 'drawing a large picture'

export interface PictureAnswer {
  result: Outcome
  /** The memory still in use is so high that the next picture could exceed the limit: replace the worker. */
  isSpent: boolean
}

/**
 * Interval of memory checks: the decoder runs in a thread of its own, and allocates hundreds of megabytes a second.
 */
const LOOK_MS = 10
const maxBytes = Number(process.argv[2])

// Lower priority than the server, and the first to be killed when the system runs out of memory.
for (const lower of [
  () => setPriority(10),
  () => writeFileSync('/proc/self/oom_score_adj', '1000'),
])
  try {
    lower()
  } catch {
    // Linux only, and not where a sandbox forbids it.
  }
const endIfOver = () => process.memoryUsage.rss() > maxBytes && process.exit(1)
setInterval(endIfOver, LOOK_MS)
process.on('disconnect', () => process.exit())
const input = process.stdin[Symbol.asyncIterator]()

/** The picture of a task; the pool sends one at a time. */
async function receive(length: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(length)
  for (let at = 0; at < length; ) {
    const { value } = await input.next()
    at += value.copy(bytes, at)
  }
  return bytes
}

function send(message: PictureAnswer | typeof LARGE) {
  if (!process.send) throw new Error('a worker has a parent')
  process.send(message)
}

process.on('message', async ({ task, length, mayBeLarge }: SentTask) => {
  const bytes = await receive(length)
  endIfOver()
  const onLarge = () => send(LARGE)
  const result = await perform(bytes, task, { mayBeLarge, onLarge })
  send({
    result,
    isSpent: process.memoryUsage.rss() > maxBytes / 3,
  })
})
