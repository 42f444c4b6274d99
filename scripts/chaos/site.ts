import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { ENDED } from '#server/db/sqlite-writer.ts'
import { bundleOf } from '../prepare.mjs'
import { environment, ROOMY } from '../toolchain.mjs'

/** The number of newest log lines kept. */
const LINES = 30
const ROOT = resolve(import.meta.dirname, '../..')

/**
 * A server process that can be killed at any moment and restarted at the same address. `limits` is a shell command
 * run before it (`ulimit -n 256`).
 */
export function startSite(env: Record<string, string>, limits = ':') {
  let child: ChildProcess | null = null
  let offsetMs = 0
  const log: string[] = []
  const hung: string[] = []

  async function start(): Promise<void> {
    const program = [`${limits} && exec "$0" "$@"`, process.execPath, ...ROOMY, bundleOf('main')]
    const started = spawn('sh', ['-c', ...program], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        // With the compile cache, as in production.
        NODE_COMPILE_CACHE: environment().NODE_COMPILE_CACHE,
        LOG_LEVEL: 'error',
        CLOCK_OFFSET_MS: String(offsetMs),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    let output = ''
    started.stderr.on('data', (part) => {
      output = (output + part).slice(-2_000)
    })
    await new Promise<void>((resolve, reject) => {
      started.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
      createInterface({ input: started.stdout }).on('line', (line) => {
        if (line.includes('"ready"')) resolve()
        else log.push(line)
        if (line.includes(ENDED)) hung.push(line)
        log.splice(0, log.length - LINES)
      })
    })
  }
  /** Returns the exit code: 0 if all work in progress was completed. */
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return null
    const exit = once(ending, 'exit') as Promise<[number | null]>
    ending.kill(signal)
    const [code] = await exit
    return code
  }
  return {
    start,
    /** The newest error log lines. */
    errors: () => [...log],
    /** Transactions that hung until they were terminated. */
    hung: () => [...hung],
    /** The process id; invalid while it is down. */
    pid: () => child?.pid,
    /** Resolves once the process has ended by itself or was killed. */
    async exited() {
      if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
    /** Shifts the clock, from the next start on. */
    later(ms: number) {
      offsetMs += ms
    },
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL')
    },
  }
}
