import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { site } from '#contract/site/calls.ts'
import { apiAs } from '../../api.ts'
import { folderWithDemo } from '../../server.ts'

/** Runs `npm start` in a folder of its own. */
function start(dataDir: string) {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      RTMP_PORT: '0',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that its children end with the test.
    detached: true,
  })
  let output = ''
  child.stderr.on('data', (text) => {
    output += text
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  // `close`, not `exit`: the output has been read completely.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    endGroup(child)
    await ended
    // A killed process may still be writing a file.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
  })
  const ready = new Promise<{ url: string; rtmp: string }>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) =>
      resolve(JSON.parse(line) as { url: string; rtmp: string }),
    )
    void ended.then((code) => reject(new Error(`the start script ended with ${code}: ${output}`)))
  })
  return { child, dataDir, ready, ended, lines, output: () => output }
}

function endGroup({ pid }: ChildProcess) {
  try {
    process.kill(-pid!, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // The whole group has ended.
  }
}

/** The child processes by their program. */
function partsOf(pid: number): Record<string, number> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const scriptOf = (child: string) =>
    basename(readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0').filter(Boolean).at(-1)!)
  return Object.fromEntries(children.map((child) => [scriptOf(child), Number(child)]))
}

/** False also for a zombie, which is listed until its parent reaps it. */
const runs = (pid: number) => {
  const path = `/proc/${pid}/stat`
  return existsSync(path) && !readFileSync(path, 'utf8').includes(') Z ')
}

// `makeDemo` starts it in an empty folder, before every run.
it('starts the demo, prints its URL and the logins, and stops on SIGTERM', async () => {
  const run = start(folderWithDemo())
  const { url, rtmp } = await run.ready
  expect(rtmp).toMatch(/^rtmp:\/\/localhost:\d+\/live$/)
  expect(run.lines).toEqual([JSON.stringify({ msg: 'ready', url, rtmp })])
  expect(run.output()).toContain(url)
  for (const who of ['owner', 'fan', 'guest', 'admin'])
    expect(run.output()).toContain(`${who}@example.com`)
  const call = await apiAs(url, 'fan@example.com')
  expect(await call(site.getConfig, {})).toMatchObject({ demo: true })
  expect((await fetch(url)).status).toBe(200)
  expect(statSync(join(run.dataDir, 'secrets.json')).mode & 0o077).toBe(0)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
})

const SIGTERM = 15
/** Whether the signal is pending for a stopped process. */
function waitsFor(pid: number, signal: number): boolean {
  const [, pending] = /^ShdPnd:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return (BigInt(`0x${pending}`) & (1n << BigInt(signal - 1))) !== 0n
}

/** Whether all of its threads are stopped. */
const standsStill = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).every((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').includes(') T '),
  )

it('exits with an error if a child was killed before it had shut down', {
  tags: 'full',
}, async () => {
  const run = start(folderWithDemo())
  await run.ready
  const parts = partsOf(run.child.pid!)
  // Stopped, so that it cannot shut down.
  process.kill(parts['main.js']!, 'SIGSTOP')
  // Wait for the stop: of two pending signals the lower (SIGTERM) is delivered first.
  await expect.poll(() => standsStill(parts['main.js']!)).toBe(true)
  run.child.kill('SIGTERM')
  await expect.poll(() => waitsFor(parts['main.js']!, SIGTERM)).toBe(true)
  process.kill(parts['main.js']!, 'SIGKILL')
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('api ended with SIGKILL')
})

it('leaves no child process after a SIGKILL', { tags: 'full' }, async () => {
  const run = start(folderWithDemo())
  await run.ready
  const parts = Object.entries(partsOf(run.child.pid!))
  expect(parts.length).toBeGreaterThan(1)
  run.child.kill('SIGKILL')
  await run.ended
  const left = () => parts.filter(([, pid]) => runs(pid)).map(([script]) => script)
  await expect.poll(left).toEqual([])
})
