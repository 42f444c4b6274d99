import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import pg from 'pg'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { readConfig } from '../config/config.ts'
import { applySteps } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import type { Db } from '../db/schema.ts'
import { openSqlite } from '../db/sqlite.ts'
import { IDLE_TRANSACTION_MS } from '../db/transact.ts'
import { onError } from '../http/errors.ts'
import { memoryLog } from '../testing/log.ts'
import { databaseNames } from '../testing/names.ts'
import { createDeps } from './create-deps.ts'

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'room-open-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
function holdTimers() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}
const open = (folder: string) => createDeps(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))

it('idle transaction is ended, so that others continue, and its own request answers 503', async () => {
  holdTimers()
  const { engine } = await open(freshFolder())
  onTestFinished(engine.close)
  const [stands, hangs] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const insert = (db: Db, name: string) =>
    db.insertInto('counter').values({ name, last: 1 }).execute()
  const app = new Hono().get('/', (c) =>
    engine.db.transaction().execute(async (tx) => {
      await insert(tx, 'idle')
      stands.resolve()
      await hangs.promise
      await insert(tx, 'late')
      return c.body(null)
    }),
  )
  app.onError(onError(memoryLog()))
  const idle = app.request('/')
  await stands.promise
  const next = insert(engine.db, 'next')
  vi.advanceTimersByTime(1.2 * IDLE_TRANSACTION_MS)
  await next
  hangs.resolve()
  const answer = await idle
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.json()).toMatchObject({ errors: { database: [RETRY_LATER] } })
  expect(await engine.read.selectFrom('counter').select('name').execute()).toEqual([
    { name: 'next' },
  ])
})

it('copy before a migration has no timeout', async () => {
  const folder = freshFolder()
  const names = Object.keys(migrations)
  const before = openSqlite(join(folder, 'room.sqlite'))
  await before.db
    .transaction()
    .execute((tx) => applySteps(before, tx, names.slice(0, -1)))
    .finally(before.close)
  holdTimers()
  let isOpen = false
  const opening = open(folder).finally(() => {
    isOpen = true
  })
  while (!isOpen) {
    vi.advanceTimersByTime(2 * IDLE_TRANSACTION_MS)
    await setImmediate()
  }
  const { engine } = await opening
  onTestFinished(engine.close)
  expect(readdirSync(folder)).toContain(`before-${names.at(-1)}.sqlite`)
})

it.runIf(databaseNames.includes('postgres'))(
  'database in another encoding than UTF8 is refused, in words',
  async () => {
    const name = `room_ascii_${process.pid}`
    const server = new pg.Client(`${inject('postgresUrl')}/postgres`)
    await server.connect()
    onTestFinished(async () => {
      await server.query(`drop database if exists ${name}`)
      await server.end()
    })
    await server.query(
      `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    )
    const DATABASE_URL = `${inject('postgresUrl')}/${name}`
    const config = readConfig({ DATA_DIR: freshFolder(), DATABASE_URL, LOG_LEVEL: 'silent' })
    await expect(createDeps(config)).rejects.toThrow(
      "the database of DATABASE_URL cannot be used: its encoding is SQL_ASCII; create one with `encoding 'UTF8'`",
    )
  },
)
