// npm start: everything from an empty clone to a running demo. npm run serve: the same without the demo.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'
import { createInterface } from 'node:readline'
import { begin, build, environment, giveUp, install, node, ROOMY, ROOT, say } from './prepare.mjs'
import { sandboxFor } from './sandbox.mjs'

const production = process.argv.includes('--production')

const demo = {
  DEMO: '1',
  // A newcomer's terminal has a line a step; each request is a line with LOG_LEVEL=info.
  LOG_LEVEL: 'warn',
  SITE_ACCOUNTS: 'X=https://example.com/x,YouTube=https://example.com/youtube',
}
const env = production
  ? { ...environment(), NODE_ENV: 'production', DEMO: '' }
  : { ...demo, ...environment() }
const host = env.HOST || '127.0.0.1'
/** What holds the ports until all are known and everything is ready: none is chosen twice. */
const probes = []
// Before minutes are spent on what could not listen in the end.
const port = await portOf('PORT', 3000)
const rtmpPort = await portOf('RTMP_PORT', 1935)
const sandboxPort = await portOf('SANDBOX_PORT', 0)
await install('start')
await build().catch((error) => giveUp(`Room cannot start: ${error.message}`))
/** Where processes of this machine reach the API. */
const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
const inside = `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`
Object.assign(env, { PORT: port, RTMP_PORT: rtmpPort, INGEST_API: inside, SUPERVISED: '1' })

const sandbox = sandboxFor(env, sandboxPort)
Object.assign(env, sandbox)
for (const probe of probes) await new Promise((done) => probe.close(done))

/**
 * What the product consists of, in the order in which it starts: each needs those before it. When a vital one ends, all end;
 * the others are started again. One that is `first` is told to end last.
 */
const parts = [
  ...(sandbox
    ? [{ name: 'sandbox', script: 'server/sandbox-stripe/main.ts', vital: false, first: true }]
    : []),
  { name: 'api', script: 'server/main.ts', vital: true },
  // Nothing is pushed to a site whose streams come from elsewhere; only the demo's clip is.
  ...(env.LIVE === 'external' && env.DEMO !== '1'
    ? []
    : [{ name: 'ingest', script: 'server/ingest.ts', vital: false }]),
]
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** One that has run for so long has not failed at once. */
const STEADY_MS = 60_000

let stopping = false
const running = new Set()
// Before anybody is told that it runs: who hears that may end it at once.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stop(0))
/** The line of what is being done; the API says when it fills the demo. */
let end = begin('Starting')
const ready = {}
for (const part of parts) ready[part.name] = await keep(part)
end()
const rtmp = `rtmp://${new URL(ready.api.url).hostname}:${rtmpPort}/live`
if (env.DEMO === '1') say(banner(ready.api.url))
console.log(JSON.stringify({ msg: 'ready', url: ready.api.url, rtmp }))

/** Starts one part and keeps it running; settles when it is up for the first time. */
function keep(part) {
  const { name, script, vital } = part
  return new Promise((up) => {
    let pause = FIRST_PAUSE_MS
    const run = () => {
      const startedAt = Date.now()
      const child = start(script, up)
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

function start(script, up) {
  // It never gets a word on its input, but learns there that we are gone.
  const child = spawn(node(), [...ROOMY, script], {
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

/** Tells every part to end what it is doing, those that the others need last, and ends with them, and no better than they did. */
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
        // One that has opened nothing yet does not listen to signals: they end it, as they should.
        if (code === 0 || signal === 'SIGTERM' || signal === 'SIGINT') return
        say(`${part.name} ended with ${signal ?? code}`)
        process.exitCode ||= code ?? 1
      }),
  )
}

/** The port of this setting, held until everything is ready; a free one in place of 0, so that a part that is started again is found where it was. */
async function portOf(name, usual) {
  const wanted = env[name] || String(usual)
  try {
    const probe = createServer().listen(Number(wanted), host)
    await once(probe, 'listening')
    probes.push(probe)
    return String(probe.address().port)
  } catch ({ code }) {
    if (code === 'EADDRINUSE')
      giveUp(
        `Room cannot start: port ${wanted} (${name}) is taken. End what listens there, or choose another: ` +
          `${name}=${Number(wanted) + 1} npm start`,
      )
    // What else is wrong with it the part says that opens it.
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
