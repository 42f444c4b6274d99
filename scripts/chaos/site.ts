import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { ENDED } from '#server/db/sqlite-writer.ts'
import { environment, ROOMY } from '../prepare.mjs'

/** So many of the newest lines of its log are kept. */
const LINES = 30
const ROOT = resolve(import.meta.dirname, '../..')

/**
 * One process of our server, that can be shot at any moment and comes back at the same address. `limits` is what a
 * shell does to itself before (`ulimit -n 256`).
 */
export function openSite(env: Record<string, string>, limits = ':') {
  let child: ChildProcess | null = null
  let offsetMs = 0
  const log: string[] = []
  const hung: string[] = []

  async function start(): Promise<void> {
    const program = [`${limits} && exec "$0" "$@"`, process.execPath, ...ROOMY, 'server/main.ts']
    const started = spawn('sh', ['-c', ...program], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        // As where it is run: what Node has compiled lies ready.
        NODE_COMPILE_CACHE: environment().NODE_COMPILE_CACHE,
        LOG_LEVEL: 'error',
        CLOCK_OFFSET_MS: String(offsetMs),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    let said = ''
    started.stderr.on('data', (part) => {
      said = (said + part).slice(-2_000)
    })
    await new Promise<void>((up, failed) => {
      started.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)))
      createInterface({ input: started.stdout }).on('line', (line) => {
        if (line.includes('"ready"')) up()
        else log.push(line)
        if (line.includes(ENDED)) hung.push(line)
        log.splice(0, log.length - LINES)
      })
    })
  }
  /** Answers with what it ended with: 0 where all that was under way came to its end. */
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
    /** What went wrong in it of late, in its own words. */
    errors: () => [...log],
    /** Transactions that stood still until they were ended. */
    hung: () => [...hung],
    /** Its number as a process; of no use while it is down. */
    pid: () => child?.pid,
    /** Settles once it has ended by itself, or by somebody else's doing. */
    async gone() {
      if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
    /** From its next start on, its clock is so much further. */
    later(ms: number) {
      offsetMs += ms
    },
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL')
    },
  }
}
