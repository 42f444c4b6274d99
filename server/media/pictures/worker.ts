// A process that draws what members send, one picture after the other, for pool.ts. It has neither secrets nor the
// database, and ends with its parent.
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { perform, type Task } from './draw.ts'

/** How often it looks at its memory: the decoder has a thread of its own and takes hundreds of megabytes a second. */
const LOOK_MS = 10
const [maxBytes] = process.argv.slice(2).map(Number)

// Whoever serves goes first, and where memory runs out the system ends this process before any other of ours.
setPriority(10)
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Linux alone has it.
}
const endIfOver = () => process.memoryUsage.rss() > maxBytes! && process.exit(1)
setInterval(endIfOver, LOOK_MS)
process.on('disconnect', () => process.exit())
process.on('message', async (task: Task) => {
  endIfOver()
  process.send!(await perform(task))
})
