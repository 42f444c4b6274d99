import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { Insertable, Kysely } from 'kysely'
import { createCaller } from '#contract/http/caller.ts'
import { WEBHOOK_PATHS } from '#contract/payments/limits.ts'
import { createNews } from '#server/adapters/news/open.ts'
import { httpsOrigin } from '#server/adapters/origin.ts'
import { createPush } from '#server/adapters/push/open.ts'
import { dictionaryReadings } from '#server/adapters/readings/readings.ts'
import { createSocial } from '#server/adapters/social/open.ts'
import { createApp } from '#server/app/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { Schema } from '#server/db/schema.ts'
import { vapidKeys } from '#server/features/push/vapid.ts'
import { outboxLanes } from '#server/jobs/outbox-queues.ts'
import { runDue, startWorker } from '#server/jobs/worker.ts'
import { type Bus, memoryBus } from '#server/ports/bus.ts'
import { fakeClock } from '#server/ports/clock.ts'
import type { Converter } from '#server/ports/films.ts'
import { memoryMail } from '#server/ports/mail.ts'
import type { Media } from '#server/ports/media.ts'
import { memoryMedia } from '#server/ports/media-memory.ts'
import type { Payments, ProviderEvent } from '#server/ports/payments.ts'
import { fakeReconciling } from '#server/ports/reconciler.ts'
import { memoryRecordings } from '#server/ports/recordings.ts'
import { newSecrets } from '#server/process/secrets.ts'
import { createProvider } from '#server/sandbox-stripe/testing/provider.ts'
import { openDatabase } from './databases.ts'
import { memoryLog } from './log.ts'
import type { DatabaseName } from './names.ts'

const SITE_URL = 'http://room.test'

/** `from`: the caller's address. */
const fetchFrom =
  ({ fetch }: Hono) =>
  async (url: string, init?: RequestInit, from = '192.0.2.1') =>
    fetch(new Request(new URL(url, SITE_URL), init), {
      incoming: { socket: { remoteAddress: from } },
    })

/**
 * The whole server in memory: an empty database, fake ports, the payment provider's sandbox, and callers logged in as
 * anyone. With another `provider`, do not use `payments`.
 */
export async function createWorld(
  name: DatabaseName = 'sqlite',
  env: Record<string, string> = {},
  bus: Bus = memoryBus(),
  provider?: Payments,
  outside: Partial<Parameters<typeof createPush>[1]> & {
    media?: Media
    converter?: Converter
  } = {},
) {
  const { engine, openAgain, close: closeDatabase } = await openDatabase(name)
  const clock = fakeClock()
  const log = memoryLog()
  let ids = 0
  const mail = memoryMail()
  const media = memoryMedia(clock.now)
  const recordings = memoryRecordings()
  const secrets = newSecrets()
  const reconciling = fakeReconciling()
  const payments = createProvider(clock.now)
  const config = readConfig({ SITE_URL, I_KNOW_THIS_IS_A_DEMO: '1', ...env })
  const baseDeps = {
    config,
    secrets,
    engine,
    db: engine.db,
    read: engine.read,
    clock,
    newId: () => `id${String(++ids).padStart(8, '0')}`,
    log,
    bus,
    media: outside.media ?? media,
    converter: async () => outside.converter ?? null,
    recordings,
    origin: httpsOrigin(config.live.allowHosts),
    // A generous timeout for busy machines; tests of a silent source set their own.
    news: createNews(config, {
      clock,
      log,
      timeoutMs: 20_000,
      waitMs: outside.timeoutMs ?? 20_000,
    }),
    mail,
    social: await createSocial(config),
    reconciling,
    readings: dictionaryReadings(),
    payments: provider ?? payments,
    push: createPush(config, {
      keys: vapidKeys({ db: engine.db, secrets, clock }),
      now: clock.now,
      ...outside,
    }),
  }
  const { app, early, routes, tokens, deps, work, streams, talk, close } = createApp(baseDeps)
  const nodes = [close]
  const fetch = fetchFrom(app)

  async function add<T extends keyof Schema>(table: T, row: Insertable<Schema[T]>) {
    await engine.db
      .insertInto(table)
      .values(row as never)
      .execute()
    // A seller's account is one at the provider.
    if ('account_ref' in row && typeof row.account_ref === 'string')
      payments.sellers.open(row.account_ref)
  }
  /** The provider sends a webhook about an object, of a seller's account or, with null, of the platform. */
  function sendEvent({
    kind,
    ref,
    type = `${kind}.updated`,
    account = 'acct_aoi',
    id = randomUUID(),
  }: ProviderEvent['object'] & Partial<ProviderEvent>) {
    const endpoint = WEBHOOK_PATHS[account === null ? 'platform' : 'connect']
    return fetch(endpoint, payments.webhookOf({ id, type, account, object: { kind, ref } }))
  }
  /** Creates a session of `userId` in the database, with a recently confirmed password; returns a real token. */
  async function tokenOf(userId: string) {
    const id = `session-${userId}-${++ids}`
    const now = clock.now().toISOString()
    const device = 'テスト'
    await add('session', {
      id,
      user_id: userId,
      device,
      created_at: now,
      last_seen_at: now,
      revoked_at: null,
      confirmed_at: now,
    })
    return tokens.sign(userId, id)
  }

  /** Calls as `userId`, or as a visitor with null. */
  const callerAt = (fetch: ReturnType<typeof fetchFrom>) => (userId: string | null) => {
    let token: Promise<string> | null = null
    return createCaller({
      token: () => null,
      fetch: async (url, init) => {
        if (userId === null) return fetch(url, init)
        const headers = new Headers(init.headers)
        headers.set('authorization', `Bearer ${await (token ??= tokenOf(userId))}`)
        return fetch(url, { ...init, headers })
      },
    })
  }

  /**
   * Another process of the same site with the same database and its own bus connection. `db`: its database access, if
   * special; `itsMedia`: its own access to the media store.
   */
  function openNode(itsBus: Bus, db?: Kysely<Schema>, itsMedia: Media = baseDeps.media) {
    const itsEngine = openAgain()
    const node = createApp({
      ...baseDeps,
      media: itsMedia,
      bus: itsBus,
      engine: itsEngine,
      db: db ?? itsEngine.db,
      read: itsEngine.read,
    })
    nodes.push(node.close)
    const { app, deps, early, streams, close } = node
    const fetch = fetchFrom(app)
    return { app, deps, early, fetch, as: callerAt(fetch), streams, close }
  }

  const queues = outboxLanes(deps, work.handlers, work.queues)

  return {
    app,
    early,
    openNode,
    /** Ends event streams, as at SIGTERM. */
    drain: close,
    deps,
    engine,
    db: engine.db,
    clock,
    log,
    secrets,
    mail,
    media,
    payments,
    reconciling,
    /** The recurring jobs, each by its name. */
    ...work,
    recordings,
    streams,
    talk,
    /** Runs due outbox work. */
    deliver: () => runDue(queues, log),
    /** Starts a worker, as a running server does. */
    work: () => startWorker(queues, log),
    fetch,
    sendEvent,
    routes,
    add,
    tokenOf,
    as: callerAt(fetch),
    async close() {
      for (const closeNode of nodes) closeNode()
      await closeDatabase()
      payments.close()
    },
  }
}
export type World = Awaited<ReturnType<typeof createWorld>>
