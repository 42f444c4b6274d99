import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { diskMedia } from './adapters/disk.ts'
import { fileMail } from './adapters/mail-outbox.ts'
import { openNews } from './adapters/news/open.ts'
import { httpsOrigin } from './adapters/origin.ts'
import { pinoLog } from './adapters/pino-log.ts'
import { openPush } from './adapters/push/open.ts'
import { diskRecordings } from './adapters/recordings.ts'
import { openSocial } from './adapters/social/open.ts'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import type { Engine } from './db/engine.ts'
import { createNewId } from './db/ids.ts'
import { migrate } from './db/migrate.ts'
import { openSqlite } from './db/sqlite.ts'
import { isLivedIn } from './demo/lived-in.ts'
import type { GivenDeps } from './deps.ts'
import { vapidKeys } from './features/push/vapid.ts'
import { seedTexts } from './features/site/content.ts'
import { giveBackAfterStart } from './give-back.ts'
import { listen } from './http/listen.ts'
import { startJobs } from './jobs/index.ts'
import { mailHandler } from './mails/handler.ts'
import { type Bus, memoryBus } from './ports/bus.ts'
import { systemClock } from './ports/clock.ts'
import type { Log } from './ports/log.ts'
import { MAIL, type Mail } from './ports/mail.ts'
import { openSecrets } from './secrets.ts'
import { endWithSupervisor } from './supervised.ts'
import { loadSite } from './web/site.ts'

/** How long requests that are under way may take after SIGTERM. */
const DRAIN_MS = 10_000
/** Streams that dropped, and those that nobody sends any more, are noticed this often. */
const SWEEP_MS = 1_000
const BUILT = resolve(import.meta.dirname, '../dist')

let draining = false
const running = await start().catch(giveUp)
process.once('SIGTERM', () => void stop(running))
process.once('SIGINT', () => void stop(running))
endWithSupervisor(() => void stop(running))

async function start() {
  const config = readConfig(await withPort(process.env))
  const deps = await openDeps(config)
  await seedTexts(deps)
  // What only some runs need is loaded by them alone: it is a third of the memory of an idle server.
  if (config.demo && !(await isLivedIn(deps.db)))
    await (await import('./demo/fill.ts')).fillDemo(deps)
  const { app, early, handlers, streams, close, ...made } = createApp(deps, {
    isDraining: () => draining,
  })
  const complete = made.deps
  await loadSite(app, complete, { built: BUILT, media: join(config.dataDir, 'media') })
  const door = await listen(app.fetch, { ...config, early })
  const jobs = startJobs(complete, {
    handlers: { ...handlers, [MAIL]: mailHandler(complete) },
    parallel: made.parallel,
    remind: made.remind,
    sweep: made.sweep,
    seeToSellers: made.seeToSellers,
    catchUp: made.catchUp,
  })
  const sweeping = setInterval(streams.sweep, SWEEP_MS)
  console.log(JSON.stringify({ msg: 'ready', url: config.siteUrl }))
  giveBackAfterStart()
  return { deps, door, jobs, sweeping, close }
}

/** What is wrong can be mended by whoever started us: they need one line, not where in our code it was noticed. */
function giveUp(error: unknown): never {
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  console.error(`Room cannot start: ${reasonOf(error)}`)
  process.exit(1)
}

/** A host with several addresses fails once for each; together they say nothing. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

async function openDeps(config: Config): Promise<GivenDeps> {
  // Addresses, password hashes and mailed links lie in it: for the eyes of its user alone.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const log = pinoLog(config.logLevel)
  const engine = await openDatabase(config, log)
  const clock = systemClock(config.clockOffsetMs)
  const secrets = openSecrets(config.dataDir)
  return {
    config,
    secrets,
    engine,
    db: engine.db,
    read: engine.read,
    clock,
    newId: createNewId(clock),
    log,
    bus: await openBus(config, log),
    media: diskMedia(join(config.dataDir, 'media')),
    recordings: diskRecordings(config.live.dir),
    origin: httpsOrigin(config.live.allowHosts),
    news: openNews(config, { clock, log }),
    mail: await openMail(config),
    push: openPush(config, { keys: vapidKeys({ db: engine.db, secrets, clock }), now: clock.now }),
    social: await openSocial(config),
    payments: await (await import('./adapters/stripe/open.ts')).openPayments(config),
  }
}

async function openDatabase({ databaseUrl, dataDir }: Config, log: Log): Promise<Engine> {
  const path = join(dataDir, 'room.sqlite')
  try {
    const engine = databaseUrl
      ? (await import('./db/postgres.ts')).openPostgres(databaseUrl, { log })
      : openSqlite(path)
    await migrate(engine, { backup: dataDir })
    return engine
  } catch (error) {
    const which = databaseUrl ? 'the database of DATABASE_URL' : path
    throw new Error(`${which} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}

async function openBus({ databaseUrl }: Config, log: Log): Promise<Bus> {
  if (!databaseUrl) return memoryBus()
  return (await import('./adapters/postgres-bus.ts')).postgresBus(databaseUrl, log)
}

/** Without a mail server mails become files, and their links stand in the terminal. */
async function openMail({ mail: { smtpUrl, from }, dataDir }: Config): Promise<Mail> {
  if (smtpUrl) return (await import('./adapters/smtp.ts')).smtpMail(smtpUrl, from)
  return fileMail(join(dataDir, 'outbox/mail'), from, (line) => process.stderr.write(line))
}

/** `PORT=0` takes a free port; it must be known before anything speaks of the site's address. */
async function withPort(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (env.PORT !== '0') return env
  const probe = createServer()
  const port = await new Promise<number>((found) =>
    probe.listen(0, env.HOST ?? '127.0.0.1', () => {
      const address = probe.address()
      found(typeof address === 'object' && address ? address.port : 0)
    }),
  )
  await new Promise((closed) => probe.close(closed))
  return { ...env, PORT: String(port) }
}

/** Nothing new is taken, what is under way is finished, then the doors close. */
async function stop({ deps, door, jobs, sweeping, close }: Awaited<ReturnType<typeof start>>) {
  if (draining) return
  draining = true
  clearInterval(sweeping)
  deps.log.info({}, 'stopping')
  const patience = setTimeout(() => process.exit(1), DRAIN_MS)
  close()
  await Promise.all([door.close(), jobs.stop()])
  await deps.bus.close()
  await deps.engine.close()
  clearTimeout(patience)
}
