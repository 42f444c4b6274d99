import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { checkSettings } from './adapters/stripe/open.ts'
import { createApp } from './app/app.ts'
import { readConfig } from './config/config.ts'
import type { AudienceDeps } from './demo/audience.ts'
import { isDemo, isDemoHistory } from './demo/demo-history.ts'
import { seedTexts } from './features/site/content.ts'
import { listen } from './http/listen.ts'
import { startJobs } from './jobs/index.ts'
import { createDeps, reasonOf } from './process/create-deps.ts'
import type { GivenDeps } from './process/deps.ts'
import { tuneGarbageCollection } from './process/gc-tuning.ts'
import { DRAIN_MS, onShutdown } from './process/shutdown.ts'
import { loadSite } from './web/site.ts'

/** How often dropped and abandoned streams are checked. */
const SWEEP_MS = 1_000
const BUILT = resolve(import.meta.dirname, '../dist')

interface Running {
  deps: GivenDeps
  door: Awaited<ReturnType<typeof listen>>
  jobs: ReturnType<typeof startJobs>
  sweeping: NodeJS.Timeout
  /** Renders pages; null without a build. */
  pages: Awaited<ReturnType<typeof loadSite>>
  audience: Awaited<ReturnType<typeof gatherAudience>> | null
  /** Ends the app's subscriptions. */
  close: () => void
}

let draining = false
await start().catch(giveUp)

async function start() {
  // Whoever made the data folder: its files are readable by this user only.
  process.umask(0o077)
  const config = readConfig(await withPort(process.env))
  // Before anything is migrated or filled.
  await portOf(config)
  const deps = await createDeps(config)
  if (!config.mayBeDemo && (await isDemo(deps.db)))
    throw new Error(
      `the people of the demo are in this database, and ${config.siteUrl} can be reached by others: take an empty ` +
        'DATA_DIR or DATABASE_URL, or set I_KNOW_THIS_IS_A_DEMO=1 to show the demo',
    )
  await seedTexts(deps)
  if (config.demo && !(await isDemoHistory(deps.db))) {
    console.log(JSON.stringify({ msg: 'filling' }))
    await fillDemo(config.port)
    console.log(JSON.stringify({ msg: 'filled' }))
  }
  const {
    app,
    early,
    work,
    streams,
    talk,
    close,
    lookupsOf,
    deps: complete,
  } = createApp(deps, {
    isDraining: () => draining,
  })
  const pages = await loadSite(app, complete, BUILT, lookupsOf('pages'))
  const door = await listen(app.fetch, { ...config, early, isDraining: () => draining })
  const jobs = startJobs(complete, work)
  const sweeping = setInterval(() => streams.sweep(), SWEEP_MS)
  const audience = config.demoTalk ? await gatherAudience({ deps: complete, talk }) : null
  onShutdown(() => stop({ deps, door, jobs, sweeping, pages, audience, close }))
  console.log(JSON.stringify({ msg: 'ready', url: config.siteUrl }))
  tuneGarbageCollection()
  await checkSettings(config, deps.log)
}

/** In a process of its own, with our settings. */
async function fillDemo(port: number) {
  const program = resolve(import.meta.dirname, 'demo/main.ts')
  const child = spawn(process.execPath, [...process.execArgv, program], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code, signal] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the demo could not be filled (${signal ?? code})`)
}

/** Loaded for the demo alone. */
async function gatherAudience(of: AudienceDeps) {
  const { startAudience } = await import('./demo/audience.ts')
  return startAudience(of)
}

/** The operator can fix the cause: print one line without a stack trace. */
function giveUp(error: unknown): never {
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  console.error(`Room cannot start: ${reasonOf(error)}`)
  process.exit(1)
}

/** `PORT=0` picks a free port, before anything uses the site's address. */
async function withPort(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (env.PORT !== '0') return env
  const port = await portOf({ host: env.HOST ?? '127.0.0.1', port: 0 })
  return { ...env, PORT: String(port) }
}

/** The port that can be listened on; rejects if it is taken. */
async function portOf({ host, port }: { host: string; port: number }): Promise<number> {
  // Ends early connections: the close below waits for all of them.
  const probe = createServer((socket) => socket.destroy()).listen(port, host)
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : port
}

/** Graceful shutdown: keeps serving until the load balancer has noticed, drains running work, then closes. */
async function stop({ deps, door, jobs, sweeping, pages, audience, close }: Running) {
  draining = true
  deps.log.info({}, 'shutting down')
  await new Promise((resolve) => setTimeout(resolve, deps.config.drainMs))
  clearInterval(sweeping)
  await audience?.stop()
  const timeout = setTimeout(() => process.exit(1), DRAIN_MS)
  close()
  pages?.close()
  await Promise.all([door.close(), jobs.stop()])
  await deps.bus.close()
  await deps.engine.close()
  // Nothing should be left; unfinished calls to the provider must not keep the process alive.
  timeout.unref()
}
