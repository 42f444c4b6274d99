// npm start: from an empty clone to a running demo. npm run serve: the same without the demo.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'
import { createInterface } from 'node:readline'
import { build, bundleOf, install } from './prepare.mjs'
import { sandboxFor } from './sandbox.mjs'
import { begin, giveUp, say } from './steps.mjs'
import { environment, node, ROOMY, ROOT } from './toolchain.mjs'

const production = process.argv.includes('--production')

const demo = {
  DEMO: '1',
  DEMO_TALK: '1',
  // One line per step for newcomers; LOG_LEVEL=info logs each request.
  LOG_LEVEL: 'warn',
  SITE_ACCOUNTS: 'X=https://example.com/x,YouTube=https://example.com/youtube',
}
const env = production
  ? { ...environment(), NODE_ENV: 'production', DEMO: '' }
  : { ...demo, ...environment() }
const host = env.HOST || '127.0.0.1'
/** Servers that reserve the ports until all are known, so that none is chosen twice. */
const probes = []
// Checked before minutes are spent on installing and building.
const port = await portOf('PORT', 3000)
const rtmpPort = await portOf('RTMP_PORT', 1935)
const sandboxPort = await portOf('SANDBOX_PORT', 0)
await install('start')
await build().catch((error) => giveUp(`Room cannot start: ${error.message}`))
/** The address at which local processes reach the API. */
const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
const inside = `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`
Object.assign(env, { PORT: port, RTMP_PORT: rtmpPort, INGEST_API: inside, SUPERVISED: '1' })

const sandbox = sandboxFor(env, sandboxPort)
Object.assign(env, sandbox)
for (const probe of probes) await new Promise((resolve) => probe.close(resolve))

/**
 * The processes in their start order: each needs those before it. When a vital one ends, all end; the others are
 * restarted. One that is `first` is stopped last.
 */
const parts = [
  ...(sandbox ? [{ name: 'sandbox', program: 'sandbox', vital: false, first: true }] : []),
  { name: 'api', program: 'main', vital: true },
  // A site with external streams needs no ingest, except for the demo's clip.
  ...(env.LIVE === 'external' && env.DEMO !== '1'
    ? []
    : [{ name: 'ingest', program: 'ingest', vital: false }]),
]
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** After this time a crash no longer counts as a failed start. */
const STEADY_MS = 60_000

let stopping = false
const running = new Set()
// Before the ready message, as its reader may send a signal at once.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stop(0))
/** Ends the line of the current step; the API reports when it fills the demo. */
let end = begin('Starting')
const ready = {}
for (const part of parts) ready[part.name] = await keep(part)
end()
const rtmp = `rtmp://${new URL(ready.api.url).hostname}:${rtmpPort}/live`
if (env.DEMO === '1') say(banner(ready.api.url))
console.log(JSON.stringify({ msg: 'ready', url: ready.api.url, rtmp }))

/** Starts a process and restarts it when it ends; resolves when it is ready for the first time. */
function keep(part) {
  const { name, program, vital } = part
  return new Promise((resolve) => {
    let pause = FIRST_PAUSE_MS
    const run = () => {
      const startedAt = Date.now()
      const child = start(program, resolve)
      const started = { part, child }
      running.add(started)
      child.once('exit', (code, signal) => {
        running.delete(started)
        if (stopping) return
        if (vital) return stop(code ?? (signal === 'SIGTERM' ? 0 : 1))
        if (Date.now() - startedAt > STEADY_MS) pause = FIRST_PAUSE_MS
        say(`${name} ended (${signal ?? code}), starting it again in ${pause} ms`)
        setTimeout(() => stopping || run(), pause)
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      })
    }
    run()
  })
}

function start(program, up) {
  // Nothing is written to its stdin; the end of stdin signals the child that this process is gone.
  const child = spawn(node(), [...ROOMY, bundleOf(program)], {
    cwd: ROOT,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const word = parse(line)
    if (word?.msg === 'ready') up(word)
    else if (word?.msg === 'filling') end = next('Filling the demo')
    else if (word?.msg === 'filled') end = next('Starting')
    else say(line)
  })
  return child
}

function next(step) {
  end()
  return begin(step)
}

/** Stops all processes, those that the others need last, and exits with the worst exit code. */
async function stop(code) {
  if (stopping) return
  stopping = true
  end()
  process.exitCode ||= code
  await endAll((part) => !part.first)
  await endAll(() => true)
  process.exit()
}

function endAll(which) {
  return Promise.all(
    [...running]
      .filter(({ part }) => which(part))
      .map(async ({ part, child }) => {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        const [code, signal] = await ended
        // A child that has not installed its handlers yet is ended by the signal itself, which is fine.
        if (code === 0 || signal === 'SIGTERM' || signal === 'SIGINT') return
        say(`${part.name} ended with ${signal ?? code}`)
        process.exitCode ||= code ?? 1
      }),
  )
}

/**
 * The port of this setting, reserved until all is ready; 0 selects a free one, which stays the same after restarts.
 */
async function portOf(name, usual) {
  const wanted = env[name] || String(usual)
  try {
    // Ends connections of a browser that is opened early: the close before the start waits for all of them.
    const probe = createServer((socket) => socket.destroy()).listen(Number(wanted), host)
    await once(probe, 'listening')
    probes.push(probe)
    return String(probe.address().port)
  } catch ({ code }) {
    if (code === 'EADDRINUSE')
      giveUp(
        `Room cannot start: port ${wanted} (${name}) is taken. End what listens there, or choose another: ` +
          `${name}=${Number(wanted) + 1} npm start`,
      )
    // Other errors are reported by the process that opens the port.
    return wanted
  }
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function banner(url) {
  return [
    '',
    `  Room  ${url}`,
    '',
    '  owner@example.com   ルームのオーナー（aoi）',
    '  fan@example.com     参加者（haru）',
    '  guest@example.com   はじめての人（sora）',
    '  admin@example.com   運営',
    '  パスワードはすべて password',
    '',
  ].join('\n')
}
