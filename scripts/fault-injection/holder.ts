import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const PROGRAM = `
  const holder = new (require('better-sqlite3'))(process.argv[1])
  holder.exec('begin immediate')
  console.log('held')
  setTimeout(() => holder.exec('commit'), Number(process.argv[2]))`

/**
 * Starts a process, such as an administrator's tool, that holds SQLite's write lock for this long. Resolves once it
 * has the lock; `over` resolves with its exit code.
 */
export async function holdFile(file: string, ms: number) {
  const child = spawn(process.execPath, ['-e', PROGRAM, file, String(ms)], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const over = once(child, 'exit').then(([code]) => code as number)
  await Promise.race([once(child.stdout, 'data'), over])
  return { over, isHeld: () => child.exitCode === null }
}
