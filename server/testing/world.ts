import type { Insertable } from 'kysely'
import { createCaller } from '#contract/caller.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Schema } from '#server/db/schema.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { memoryMedia } from '#server/ports/media.ts'
import { newSecrets } from '#server/secrets.ts'
import { openDatabase } from './databases.ts'
import { memoryLog } from './log.ts'
import type { DatabaseName } from './names.ts'

const SITE_URL = 'http://room.test'

/** The whole server in memory: an empty database, fake ports, and callers signed in as anyone. */
export async function openWorld(name: DatabaseName = 'sqlite') {
  const { engine, close } = await openDatabase(name)
  const clock = fakeClock()
  const log = memoryLog()
  let ids = 0
  const { app, routes, tokens } = createApp({
    config: readConfig({ SITE_URL, RATE_LIMITS: 'on', DEMO: '1', I_KNOW_THIS_IS_A_DEMO: '1' }),
    secrets: newSecrets(),
    engine,
    db: engine.db,
    read: engine.read,
    clock,
    newId: () => `id${String(++ids).padStart(8, '0')}`,
    log,
    bus: memoryBus(),
    media: memoryMedia(),
  })
  const fetch = async (url: string, init?: RequestInit) =>
    app.fetch(new Request(new URL(url, SITE_URL), init))

  async function add<T extends keyof Schema>(table: T, row: Insertable<Schema[T]>) {
    await engine.db
      .insertInto(table)
      .values(row as never)
      .execute()
  }
  /** A login of `userId`, straight into the database; the token is a real one. */
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
    })
    return tokens.sign(userId, id)
  }

  return {
    engine,
    db: engine.db,
    clock,
    log,
    fetch,
    routes,
    add,
    tokenOf,
    /** Calls as `userId`, or as a visitor with null. */
    as(userId: string | null) {
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
    },
    close,
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>
