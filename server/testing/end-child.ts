import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Ends a process by force, and settles once it is no more: until then it may write into what is about to be removed. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
