import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WEBHOOK_PATHS } from '#contract/limits.ts'
import { EVENTS } from '#server/adapters/stripe/open.ts'
import { readConfig } from '#server/config/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { accessTokens } from '#server/features/auth/access-token.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { createMedia } from '#server/process/create-deps.ts'
import { loadSecrets } from '#server/process/secrets.ts'
import { openSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { memoryLog } from '#server/testing/log.ts'
import { openNodes, openPlace } from './nodes.ts'
import { knocking, WATCHMAN } from './recovery.ts'
import { addPerson } from './town.ts'

export interface Setting {
  /** A database of its own, with no table yet; SQLite where it is left out. */
  databaseUrl?: string
  /** Processes that share it. */
  nodes?: number
  /** What each of them is told besides. */
  env?: Record<string, string> | ((dataDir: string) => Record<string, string>)
  limits?: string
  /** An empty folder to keep all in; one of its own where it is left out. */
  dataDir?: string
}

/** The provider, an empty database and our server, each a process of its own (or several); the server is not started yet. */
export async function openStage({
  databaseUrl,
  nodes = 1,
  env: more,
  limits,
  ...at
}: Setting = {}) {
  const dataDir = at.dataDir ?? mkdtempSync(join(tmpdir(), 'room-stage-'))
  const sandbox = await openSandbox()
  const engine = databaseUrl
    ? openPostgres(databaseUrl, { connections: 3 })
    : openSqlite(join(dataDir, 'room.sqlite'))
  await migrate(engine)
  for (const name of Object.values(WATCHMAN)) await addPerson(engine.db, name)
  const place = await openPlace(nodes)
  const { url } = place
  // As whoever runs a site does it: one endpoint of each kind, whichever process it leads to.
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
  const site = openNodes(place, env, { limits, knock })
  const config = readConfig({ ...env, SITE_URL: url, PORT: String(place.ports[0]) })
  const tokens = accessTokens({
    config,
    read: engine.read,
    // As the server's, wherever that was set.
    clock: { now: () => new Date(Date.now() + site.offsetMs()) },
    bus: memoryBus(),
    secrets: loadSecrets(dataDir),
  })
  return {
    sandbox,
    engine,
    dataDir,
    ports: place.ports,
    /** What each process is told, wherever it is found. */
    env,
    site,
    config,
    url,
    provider: { url: sandbox.url, publishableKey: sandbox.publishableKey },
    tokenOf,
    /** Where its files are, as it opens that itself. */
    openMedia: () => createMedia(config, memoryLog()),
    /** Settles once something real was acknowledged. */
    knock: () => knock(url),
    async close() {
      await site.close()
      await engine.close()
      await sandbox.stop()
      // What a killed server has started (it compares the books in a process of its own) is there for a moment longer.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
    },
  }
}
export type Stage = Awaited<ReturnType<typeof openStage>>
