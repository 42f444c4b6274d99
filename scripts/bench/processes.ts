import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import type { Job, Load } from './load.ts'
import type { Usage } from './meter.ts'
import type { Sum } from './tally.ts'
import type { ViewersJob, ViewersMessage } from './viewers.ts'

export const ROOT = resolve(import.meta.dirname, '../..')
const METER = resolve(import.meta.dirname, 'meter.ts')
const LOAD = resolve(import.meta.dirname, 'load.ts')
const VIEWERS = resolve(import.meta.dirname, 'crowd.ts')
/** Server and load run on separate CPU cores. */
const CORES = { server: '0', load: '1' }
const PIN = 'taskset'
const canPin =
  availableParallelism() > 1 && spawnSync(PIN, ['-c', CORES.server, 'true']).status === 0

type Where = keyof typeof CORES | 'any'
const pinned = (where: Where, command: string, args: string[]): [string, string[]] =>
  canPin && where !== 'any' ? [PIN, ['-c', CORES[where], command, ...args]] : [command, args]

/** Starts one of our scripts on its core, with an IPC channel. */
function start(where: Where, args: string[], env: NodeJS.ProcessEnv = {}) {
  return spawn(...pinned(where, process.execPath, args), {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
}

async function ask<T>(child: ChildProcess, question: object): Promise<T> {
  const ended = new AbortController()
  const answered = once(child, 'message', { signal: ended.signal })
  const exited = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('the process ended before it answered a request')
  })
  child.send(question)
  try {
    const [answer] = await Promise.race([answered, exited])
    return answer as T
  } finally {
    ended.abort()
    await Promise.allSettled([answered, exited])
  }
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

export interface Server extends AsyncDisposable {
  url: string
  /** Its URL is all that it is asked for: a server of others, which knows none of our paths. */
  isWhole?: boolean
  /** From the start of the process to its ready message. */
  startMs: number
  usage: () => Promise<Usage>
}

/** Starts a server on a core of its own, or on any; resolves after `{"msg":"ready","url":…}`. */
export async function startServer(
  args: string[],
  env: NodeJS.ProcessEnv = {},
  where: Where = 'server',
): Promise<Server> {
  const startedAt = performance.now()
  const child = start(where, ['--import', METER, ...args], env)
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.includes('"ready"')) resolve((JSON.parse(line) as { url: string }).url)
    })
  })
  return {
    // Avoids a name lookup for each connection.
    url: url.replace('localhost', '127.0.0.1'),
    startMs: performance.now() - startedAt,
    usage: () => ask<Usage>(child, {}),
    [Symbol.asyncDispose]: () => stop(child),
  }
}

/** Starts another program on the server's core; resolves once it answers at `url`. */
export async function startStranger(program: string, args: string[], url: string): Promise<Server> {
  const startedAt = performance.now()
  const child = spawn(...pinned('server', program, args), {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    await setTimeout(20)
  }
  return {
    url,
    startMs: performance.now() - startedAt,
    usage: async () => usageOf(child.pid!),
    [Symbol.asyncDispose]: () => stop(child),
  }
}

/** The resource usage of a process and its children, as reported by Linux, which knows no event loop. */
export function usageOf(pid: number): Usage {
  const at = `/proc/${pid}`
  const children = readFileSync(`${at}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const below = children.map((child) => usageOf(Number(child)))
  const cpu = Number(readFileSync(`${at}/schedstat`, 'utf8').split(' ')[0]) / 1_000
  const rss = Number(readFileSync(`${at}/statm`, 'utf8').split(' ')[1]) * 4_096
  return below.reduce(
    (sum, one) => ({ cpu: sum.cpu + one.cpu, rss: sum.rss + one.rss, delay: Number.NaN }),
    { cpu, rss, delay: Number.NaN },
  )
}

export interface Loader extends AsyncDisposable {
  run: (job: Job) => Promise<Load>
}

export function startLoader(): Loader {
  const child = start('load', [LOAD])
  return {
    async run(job) {
      const answer = await ask<Load | { failed: string }>(child, job)
      if ('failed' in answer) throw new Error(answer.failed)
      return answer
    },
    [Symbol.asyncDispose]: () => stop(child),
  }
}

/** The viewers of one talk, in a process of their own. */
export interface Viewers extends AsyncDisposable {
  come: (job: ViewersJob) => Promise<unknown>
  /** Resets the counters. */
  begin: () => Promise<unknown>
  /** The results since then, and how many viewers lack messages up to this sequence number. */
  postMessage: (upTo: number) => Promise<Sum>
}

export function startViewers(): Viewers {
  const child = start('load', [VIEWERS])
  const put = async <T>(question: ViewersMessage): Promise<T> => {
    const answer = await ask<T | { wrong: string }>(child, question)
    if (typeof answer === 'object' && answer && 'wrong' in answer) throw new Error(answer.wrong)
    return answer as T
  }
  return {
    come: (job) => put({ come: job }),
    begin: () => put({ begin: true }),
    postMessage: (upTo) => put<Sum>({ postMessage: { upTo } }),
    [Symbol.asyncDispose]: () => stop(child),
  }
}
