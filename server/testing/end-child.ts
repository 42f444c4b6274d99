import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Kills a process and waits for its end: until then it could write into a folder that is about to be deleted. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
