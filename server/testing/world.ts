import type { Hono } from 'hono'
import type { Insertable, Kysely } from 'kysely'
import { createCaller } from '#contract/caller.ts'
import { openNews } from '#server/adapters/news/open.ts'
import { httpsOrigin } from '#server/adapters/origin.ts'
import { openPush } from '#server/adapters/push/open.ts'
import { openSocial } from '#server/adapters/social/open.ts'
import { createApp } from '#server/app/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { Schema } from '#server/db/schema.ts'
import { vapidKeys } from '#server/features/push/vapid.ts'
import { outboxLanes } from '#server/jobs/outbox.ts'
import { runDue, startWorker } from '#server/jobs/worker.ts'
import { mailHandler } from '#server/mails/handler.ts'
import { type Bus, memoryBus } from '#server/ports/bus.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { MAIL, memoryMail } from '#server/ports/mail.ts'
import type { Media } from '#server/ports/media.ts'
import { memoryMedia } from '#server/ports/media-memory.ts'
import type { Payments } from '#server/ports/payments.ts'
import { memoryPayments } from '#server/ports/payments-memory.ts'
import { fakeReconciling } from '#server/ports/reconciling.ts'
import { memoryRecordings } from '#server/ports/recordings.ts'
import { newSecrets } from '#server/process/secrets.ts'
import { openDatabase } from './databases.ts'
import { memoryLog } from './log.ts'
import type { DatabaseName } from './names.ts'

const SITE_URL = 'http://room.test'

/** `from`: the address of the caller. */
const fetchFrom =
  ({ fetch }: Hono) =>
  async (url: string, init?: RequestInit, from = '192.0.2.1') =>
    fetch(new Request(new URL(url, SITE_URL), init), {
      incoming: { socket: { remoteAddress: from } },
    })

/**
 * The whole server in memory: an empty database, fake ports, and callers signed in as anyone. With a `provider` of its
 * own, `payments` is nobody's.
 */
export async function openWorld(
  name: DatabaseName = 'sqlite',
  env: Record<string, string> = {},
  bus: Bus = memoryBus(),
  provider?: Payments,
  outside: Partial<Parameters<typeof openPush>[1]> & { media?: Media } = {},
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
  const payments = memoryPayments(clock.now)
  const config = readConfig({ SITE_URL, I_KNOW_THIS_IS_A_DEMO: '1', ...env })
  const given = {
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
    recordings,
    origin: httpsOrigin(config.live.allowHosts),
    // On a busy machine a neighbour may be slow to answer; whoever tests its silence says how long.
    news: openNews(config, {
      clock,
      log,
      patienceMs: 20_000,
      waitMs: outside.patienceMs ?? 20_000,
    }),
    mail,
    social: await openSocial(config),
    reconciling,
    payments: provider ?? payments,
    push: openPush(config, {
      keys: vapidKeys({ db: engine.db, secrets, clock }),
      now: clock.now,
      ...outside,
    }),
  }
  const { app, early, routes, tokens, deps, work, streams, close } = createApp(given)
  const { handlers, sweep, catchUp, seeToSellers, remind, seeToFees, reconcileDaily } = work
  const nodes = [close]
  const fetch = fetchFrom(app)

  async function add<T extends keyof Schema>(table: T, row: Insertable<Schema[T]>) {
    await engine.db
      .insertInto(table)
      .values(row as never)
      .execute()
  }
  /** A login of `userId`, straight into the database, with the password just given; the token is a real one. */
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
   * Another process of the same site, on the same database, with a line of its own to the others. `db`: its way
   * there, where that is not as in real life; `itsMedia`: its own way to what is kept.
   */
  function openNode(itsBus: Bus, db?: Kysely<Schema>, itsMedia: Media = given.media) {
    const itsEngine = openAgain()
    const node = createApp({
      ...given,
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

  const lanes = outboxLanes(deps, { ...handlers, [MAIL]: mailHandler(deps) }, work.lanes)

  return {
    app,
    early,
    openNode,
    /** As at SIGTERM: what never ends by itself is ended. */
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
    /** Compares our books with the provider's, as each day. */
    reconcileDaily,
    /** Looks after purchases that nobody finishes. */
    sweep,
    /** Begins to remind people of what is near. */
    remind,
    /** Looks after the sellers' accounts, and pays them out. */
    seeToSellers,
    /** Has the provider take of each month what it should. */
    seeToFees,
    /** Reads what the provider lists as having happened. */
    catchUp,
    recordings,
    streams,
    /** Does what the outbox holds and is due. */
    deliver: () => runDue(lanes, log),
    /** Does it from now on, as a running server does. */
    work: () => startWorker(lanes, log),
    fetch,
    routes,
    add,
    tokenOf,
    as: callerAt(fetch),
    async close() {
      for (const closeNode of nodes) closeNode()
      await closeDatabase()
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>
