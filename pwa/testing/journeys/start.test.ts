import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { site } from '#contract/site.ts'
import { apiAs } from '../api.ts'
import { folderWithDemo } from '../server.ts'

const freshFolder = () => mkdtempSync(join(tmpdir(), 'room-start-'))

/** `npm start` (or `npm run serve`) in a folder of its own. */
function start(env: Record<string, string>, args: string[] = [], dataDir = freshFolder()) {
  const child = spawn(process.execPath, ['scripts/start.mjs', ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      RTMP_PORT: '0',
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: what it started ends with it, however the test does.
    detached: true,
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  // When all that it said has been read, too: that may be a moment after it is gone.
  const ended = new Promise<number | null>((done) => child.once('close', done))
  onTestFinished(async () => {
    endGroup(child)
    await ended
    // Whoever was killed may be in the middle of a file.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
  })
  const ready = new Promise<{ url: string; rtmp: string }>((found, failed) => {
    createInterface({ input: child.stdout }).once('line', (line) =>
      found(JSON.parse(line) as { url: string; rtmp: string }),
    )
    void ended.then((code) => failed(new Error(`ended with ${code}: ${said}`)))
  })
  return { child, dataDir, ready, ended, lines, said: () => said }
}

function endGroup({ pid }: ChildProcess) {
  try {
    process.kill(-pid!, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // all of it has ended
  }
}

/** The processes that it started, by what they run. */
function partsOf(pid: number): Record<string, number> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const scriptOf = (child: string) =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0').filter(Boolean).at(-1)!
  return Object.fromEntries(children.map((child) => [scriptOf(child), Number(child)]))
}

/** What has ended may stand in the list until somebody asks for its end. */
const runs = (pid: number) => {
  const path = `/proc/${pid}/stat`
  return existsSync(path) && !readFileSync(path, 'utf8').includes(') Z ')
}

it('starts the demo on a fresh folder, tells where it is and how to log in, and stops when told', async () => {
  const run = start({})
  const { url, rtmp } = await run.ready
  expect(rtmp).toMatch(/^rtmp:\/\/localhost:\d+\/live$/)
  expect(run.lines).toEqual([JSON.stringify({ msg: 'ready', url, rtmp })])
  expect(run.said()).toContain(url)
  for (const who of ['owner', 'fan', 'guest', 'admin'])
    expect(run.said()).toContain(`${who}@example.com`)
  const call = await apiAs(url, 'fan@example.com')
  expect(await call(site.getConfig, {})).toMatchObject({ demo: true })
  expect((await fetch(url)).status).toBe(200)
  expect(statSync(join(run.dataDir, 'secrets.json')).mode & 0o077).toBe(0)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
})

const SIGTERM = 15
/** Whether a process that stands still has been sent this signal. */
function waitsFor(pid: number, signal: number): boolean {
  const [, pending] = /^ShdPnd:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return (BigInt(`0x${pending}`) & (1n << BigInt(signal - 1))) !== 0n
}

/** Whether each of its threads does. */
const standsStill = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).every((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').includes(') T '),
  )

it('does not say that all is well when a part was killed before it had ended', async () => {
  const run = start({}, [], folderWithDemo())
  await run.ready
  const parts = partsOf(run.child.pid!)
  // It is told to end, and cannot.
  process.kill(parts['server/main.ts']!, 'SIGSTOP')
  // Of two signals that wait for a processor the lower is heard first: it would hear that it is to end, and then stand still.
  await expect.poll(() => standsStill(parts['server/main.ts']!)).toBe(true)
  run.child.kill('SIGTERM')
  await expect.poll(() => waitsFor(parts['server/main.ts']!, SIGTERM)).toBe(true)
  process.kill(parts['server/main.ts']!, 'SIGKILL')
  expect(await run.ended).toBe(1)
  expect(run.said()).toContain('api ended with SIGKILL')
})

it('names what production still needs, and starts nothing', async () => {
  const run = start({}, ['--production'])
  run.ready.catch(() => {})
  expect(await run.ended).not.toBe(0)
  expect(run.said()).toContain('Production needs SITE_URL, SMTP_URL, SELLER_NAME, SELLER_URL')
  expect(run.said()).not.toContain('    at ')
})

it('leaves no process behind, however it ends', { tags: 'full' }, async () => {
  const run = start({}, [], folderWithDemo())
  await run.ready
  const parts = Object.entries(partsOf(run.child.pid!))
  expect(parts.length).toBeGreaterThan(1)
  run.child.kill('SIGKILL')
  await run.ended
  const left = () => parts.filter(([, pid]) => runs(pid)).map(([script]) => script)
  await expect.poll(left).toEqual([])
})
