import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { diskMedia } from './adapters/disk.ts'
import { fileMail } from './adapters/mail-outbox.ts'
import { pinoLog } from './adapters/pino-log.ts'
import { postgresBus } from './adapters/postgres-bus.ts'
import { smtpMail } from './adapters/smtp.ts'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { createNewId } from './db/ids.ts'
import { migrate } from './db/migrate.ts'
import { openPostgres } from './db/postgres.ts'
import { openSqlite } from './db/sqlite.ts'
import { fillDemo } from './demo/fill.ts'
import type { Deps } from './deps.ts'
import { seedTexts } from './features/site/content.ts'
import { startJobs } from './jobs/index.ts'
import { mailHandler } from './mails/handler.ts'
import { memoryBus } from './ports/bus.ts'
import { systemClock } from './ports/clock.ts'
import { MAIL, type Mail } from './ports/mail.ts'
import { openSecrets } from './secrets.ts'
import { loadSite } from './web/site.ts'

/** How long requests that are under way may take after SIGTERM. */
const DRAIN_MS = 10_000
const BUILT = resolve(import.meta.dirname, '../dist')

const config = readConfig(await withPort(process.env))
const log = pinoLog(config.logLevel)
const deps = await openDeps(config)
await seedTexts(deps)
if (config.demo) await fillDemo(deps)

let draining = false
const { app, deps: complete } = createApp(deps, { isDraining: () => draining })
await loadSite(app, complete, { built: BUILT, media: join(config.dataDir, 'media') })
const jobs = startJobs(complete, { [MAIL]: mailHandler(complete) })

const server = serve({ fetch: app.fetch, hostname: config.host, port: config.port }, () => {
  console.log(JSON.stringify({ msg: 'ready', url: config.siteUrl }))
})
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())

async function openDeps(config: Config): Promise<Omit<Deps, 'viewerOf'>> {
  mkdirSync(config.dataDir, { recursive: true })
  const engine = config.databaseUrl
    ? openPostgres(config.databaseUrl)
    : openSqlite(join(config.dataDir, 'room.sqlite'))
  await migrate(engine, { backup: config.dataDir })
  const clock = systemClock(config.clockOffsetMs)
  return {
    config,
    secrets: openSecrets(config.dataDir),
    engine,
    db: engine.db,
    read: engine.read,
    clock,
    newId: createNewId(clock),
    log,
    bus: config.databaseUrl ? await postgresBus(config.databaseUrl, log) : memoryBus(),
    media: diskMedia(join(config.dataDir, 'media')),
    mail: openMail(config),
  }
}

/** Without a mail server mails become files, and their links stand in the terminal. */
function openMail({ mail: { smtpUrl, from }, dataDir }: Config): Mail {
  if (smtpUrl) return smtpMail(smtpUrl, from)
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
async function stop() {
  draining = true
  log.info({}, 'stopping')
  const patience = setTimeout(() => process.exit(1), DRAIN_MS)
  const closed = new Promise((done) => server.close(done))
  if ('closeIdleConnections' in server) server.closeIdleConnections()
  await Promise.all([closed, jobs.stop()])
  await deps.bus.close()
  await deps.engine.close()
  clearTimeout(patience)
}
