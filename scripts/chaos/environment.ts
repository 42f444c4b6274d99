import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WEBHOOK_PATHS } from '#contract/payments/limits.ts'
import { EVENTS } from '#server/adapters/stripe/event-types.ts'
import { readConfig } from '#server/config/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { AccessTokens } from '#server/features/auth/sessions/access-token.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { createMedia } from '#server/process/create-deps.ts'
import { loadSecrets } from '#server/process/secrets.ts'
import { startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { memoryLog } from '#server/testing/log.ts'
import { createDataDir, startNodes } from './nodes.ts'
import { addPerson } from './people.ts'
import { knocking, WATCHMAN } from './recovery.ts'

export interface Setting {
  /** An empty database of its own; default: SQLite. */
  databaseUrl?: string
  /** The number of processes that share it. */
  nodes?: number
  /** Additional settings of each process. */
  env?: Record<string, string> | ((dataDir: string) => Record<string, string>)
  limits?: string
  /** An empty data folder; default: a new one. */
  dataDir?: string
}

/** The provider, an empty database and our server, each as processes; the server is not started yet. */
export async function createEnvironment({
  databaseUrl,
  nodes = 1,
  env: more,
  limits,
  ...at
}: Setting = {}) {
  const dataDir = at.dataDir ?? mkdtempSync(join(tmpdir(), 'room-stage-'))
  const sandbox = await startSandbox()
  const engine = databaseUrl
    ? openPostgres(databaseUrl, { connections: 3 })
    : openSqlite(join(dataDir, 'room.sqlite'))
  await migrate(engine)
  for (const name of Object.values(WATCHMAN)) await addPerson(engine.db, name)
  const place = await createDataDir(nodes)
  const { url } = place
  // As in production: one webhook endpoint of each kind, which reaches any of the processes.
  const listen = async (path: string, connect: boolean) =>
    (
      await sandbox.stripe.webhookEndpoints.create({
        url: url + path,
        connect,
        enabled_events: [...EVENTS],
      })
    ).secret!
  const env = {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    RATE_LIMITS: 'off',
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
    STRIPE_API_BASE: sandbox.url,
    STRIPE_WEBHOOK_SECRET: await listen(WEBHOOK_PATHS.platform, false),
    STRIPE_CONNECT_WEBHOOK_SECRET: await listen(WEBHOOK_PATHS.connect, true),
    ...(typeof more === 'function' ? more(dataDir) : more),
  }
  const tokenOf = (person: string) => tokens.sign(person, `session-${person}`)
  const knock = knocking(tokenOf)
  const site = startNodes(place, env, { limits, knock })
  const config = readConfig({ ...env, SITE_URL: url, PORT: String(place.ports[0]) })
  const tokens = new AccessTokens({
    config,
    read: engine.read,
    // With the offset of the server's clock.
    clock: { now: () => new Date(Date.now() + site.offsetMs()) },
    bus: memoryBus(),
    secrets: loadSecrets(dataDir),
  })
  return {
    sandbox,
    engine,
    dataDir,
    ports: place.ports,
    /** The settings of each process. */
    env,
    site,
    config,
    url,
    provider: { url: sandbox.url, publishableKey: sandbox.publishableKey },
    tokenOf,
    /** The media store, opened as the server does. */
    openMedia: () => createMedia(config, memoryLog()),
    /** Resolves once a write is acknowledged. */
    knock: () => knock(url),
    async close() {
      await site.close()
      await engine.close()
      await sandbox.stop()
      // A child of a killed server (reconciliation runs in its own process) may live a moment longer.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
    },
  }
}
export type Environment = Awaited<ReturnType<typeof createEnvironment>>
