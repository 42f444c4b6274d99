import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import type { CrowdAsk, CrowdJob } from './crowd.ts'
import type { Job, Load } from './load.ts'
import type { Usage } from './meter.ts'
import type { Sum } from './tally.ts'

export const ROOT = resolve(import.meta.dirname, '../..')
const METER = resolve(import.meta.dirname, 'meter.ts')
const LOAD = resolve(import.meta.dirname, 'load.ts')
const CROWD = resolve(import.meta.dirname, 'crowd.ts')
/** The server has one core, the load another, so that neither takes time from the other. */
const CORES = { server: '0', load: '1' }
const PIN = 'taskset'
const canPin =
  availableParallelism() > 1 && spawnSync(PIN, ['-c', CORES.server, 'true']).status === 0

const pinned = (where: keyof typeof CORES, command: string, args: string[]): [string, string[]] =>
  canPin ? [PIN, ['-c', CORES[where], command, ...args]] : [command, args]

/** Starts one of our own scripts on its core, with a line to ask it by. */
function start(where: keyof typeof CORES, args: string[], env: NodeJS.ProcessEnv = {}) {
  return spawn(...pinned(where, process.execPath, args), {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
}

async function ask<T>(child: ChildProcess, question: object): Promise<T> {
  const ended = new AbortController()
  const answered = once(child, 'message', { signal: ended.signal })
  const gone = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('the process ended while it was being asked')
  })
  child.send(question)
  try {
    const [answer] = await Promise.race([answered, gone])
    return answer as T
  } finally {
    ended.abort()
    await Promise.allSettled([answered, gone])
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
  /** From the start of the process to its word that it listens. */
  startMs: number
  usage: () => Promise<Usage>
}

/** A server on a core of its own, once it says `{"msg":"ready","url":…}`. */
export async function startServer(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const startedAt = performance.now()
  const child = start('server', ['--import', METER, ...args], env)
  const url = await new Promise<string>((found, failed) => {
    child.once('exit', (code) => failed(new Error(`${args.join(' ')} ended with ${code}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.includes('"ready"')) found((JSON.parse(line) as { url: string }).url)
    })
  })
  return {
    // Named, `localhost` costs every new connection a question.
    url: url.replace('localhost', '127.0.0.1'),
    startMs: performance.now() - startedAt,
    usage: () => ask<Usage>(child, {}),
    [Symbol.asyncDispose]: () => stop(child),
  }
}

/** A program that is not ours, on the core of servers, once it answers at `url`. */
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

/** What Linux says that a process and those it started have used. */
export function usageOf(pid: number): Usage {
  const at = `/proc/${pid}`
  const children = readFileSync(`${at}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const below = children.map((child) => usageOf(Number(child)))
  const cpu = Number(readFileSync(`${at}/schedstat`, 'utf8').split(' ')[0]) / 1_000
  const rss = Number(readFileSync(`${at}/statm`, 'utf8').split(' ')[1]) * 4_096
  return below.reduce((sum, one) => ({ cpu: sum.cpu + one.cpu, rss: sum.rss + one.rss }), {
    cpu,
    rss,
  })
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

/** The many who are at one talk. */
export interface Crowd extends AsyncDisposable {
  come: (job: CrowdJob) => Promise<unknown>
  /** From now on it counts anew. */
  begin: () => Promise<unknown>
  /** What it has lived through since, and how many lack lines up to this one. */
  tell: (upTo: number) => Promise<Sum>
}

export function startCrowd(): Crowd {
  const child = start('load', [CROWD])
  const put = async <T>(question: CrowdAsk): Promise<T> => {
    const answer = await ask<T | { wrong: string }>(child, question)
    if (typeof answer === 'object' && answer && 'wrong' in answer) throw new Error(answer.wrong)
    return answer as T
  }
  return {
    come: (job) => put({ come: job }),
    begin: () => put({ begin: true }),
    tell: (upTo) => put<Sum>({ tell: { upTo } }),
    [Symbol.asyncDispose]: () => stop(child),
  }
}
