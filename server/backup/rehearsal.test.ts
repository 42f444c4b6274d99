import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '#server/app/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { Engine } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { outboxLanes } from '#server/jobs/outbox-queues.ts'
import { runDue } from '#server/jobs/worker.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { createDeps } from '#server/process/create-deps.ts'
import { createServed } from '#server/testing/databases.ts'
import { memoryLog } from '#server/testing/log.ts'
import { apiDatabaseNames, type DatabaseName } from '#server/testing/names.ts'
import { type PushService, startPushService } from '#server/testing/push-service.ts'
import { addRow } from '#server/testing/rows.ts'
import { backupCommand, restoreCommand } from './commands.ts'

const AT = '2026-11-20T03:00:00.000Z'
/** 19:00 in Japan, when reminders of tomorrow’s events are sent. */
const EVENING = '2026-11-20T10:00:00.000Z'
/** Settings with which a restore rehearsal is started. */
const LOCAL = { PORT: '4000', SITE_URL: 'http://localhost:4000', LOG_LEVEL: 'silent' }

type Env = Record<string, string>
/** Runs a command in this process: `scripts/running.test.ts` starts both as programs, also with `--drill`. */
async function runs(command: typeof backupCommand, args: string[], env: Env) {
  let output = ''
  const print = (line: string) => {
    output += `${line}\n`
  }
  const code = await command(args, env, { log: print, error: print })
  expect([code, output]).toEqual([0, expect.any(String)])
  return output
}

async function place(database: DatabaseName): Promise<Env> {
  const folder = mkdtempSync(join(tmpdir(), 'room-drill-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const DATABASE_URL = database === 'postgres' ? await createServed() : ''
  return { DATA_DIR: folder, DATABASE_URL }
}

/** Adds a member whose phone is registered for notifications, and an event on the next day. */
async function fill({ db }: Engine, service: PushService) {
  for (const id of ['aoi', 'fan']) await addRow(db, 'user', { id })
  await addRow(db, 'room', { id: 'room-aoi', owner_id: 'aoi' })
  const times = { start_at: '2026-11-21T11:00:00.000Z', end_at: '2026-11-21T13:00:00.000Z' }
  await addRow(db, 'event', { id: 'night', room_id: 'room-aoi', ...times })
  await db
    .insertInto('entitlement')
    .values({
      ...{ id: 'right', user_id: 'fan', kind: 'event', subject_id: 'night', order_id: null },
      ...{
        number: 1,
        status: 'valid',
        granted_at: AT,
        revoked_at: null,
        is_public: 0,
        live_only: 0,
      },
    })
    .execute()
  await db
    .insertInto('event_notify')
    .values({ event_id: 'night', user_id: 'fan', created_at: AT })
    .execute()
  const login = { id: 'login', user_id: 'fan', device: 'iPhone', created_at: AT }
  await db
    .insertInto('session')
    .values({ ...login, last_seen_at: AT, revoked_at: null, confirmed_at: AT })
    .execute()
  const { endpoint, keys } = service.subscribe('phone')
  await db
    .insertInto('push_token')
    .values({
      ...{ id: 'phone', user_id: 'fan', kind: 'webpush', endpoint, keys: JSON.stringify(keys) },
      ...{ created_at: AT, confirmed_at: null, session_id: 'login', tried_at: null, outcome: null },
    })
    .execute()
}

/** Creates a site with that data, and returns its backup. */
async function backedUp(database: DatabaseName, service: PushService): Promise<string> {
  const env = await place(database)
  const engine = env.DATABASE_URL
    ? openPostgres(env.DATABASE_URL)
    : openSqlite(join(env.DATA_DIR!, 'room.sqlite'))
  await migrate(engine)
  await fill(engine, service)
  await engine.close()
  const shelf = (await place('sqlite')).DATA_DIR!
  return (await runs(backupCommand, [shelf], env)).split(':')[0]!
}

async function open(env: Env) {
  const deps = await createDeps(readConfig({ ...env, ...LOCAL }))
  onTestFinished(() => deps.engine.close())
  onTestFinished(() => deps.bus.close())
  return deps
}

/** Sends due reminders, as a server started on the restored data does. */
async function remind(env: Env, service: PushService) {
  const clock = fakeClock(EVENING)
  const baseDeps = await open({ ...env, PUSH_ALLOW_HOSTS: service.host })
  const { deps, work, close } = createApp({ ...baseDeps, clock })
  onTestFinished(close)
  await work.remind()
  await runDue(outboxLanes(deps, work.handlers, work.queues), memoryLog())
}

describe.each(apiDatabaseNames)('restore rehearsal on %s', (database) => {
  it.each([
    { how: 'as a site again', more: [], heard: ['phone'] },
    { how: 'for a drill', more: ['--drill'], heard: [] },
  ])('restored $how, sends notifications to $heard', async ({ more, heard }) => {
    const service = await startPushService()
    const backup = await backedUp(database, service)
    const fresh = await place(database)
    await runs(restoreCommand, [backup, ...more], fresh)
    await remind(fresh, service)
    expect(service.requestedDevices).toEqual(heard)
  })

  it('pauses notifications, deletes their endpoints, and restores everything else', async () => {
    const service = await startPushService()
    const fresh = await place(database)
    await runs(restoreCommand, [await backedUp(database, service), '--drill'], fresh)
    const { db } = await open(fresh)
    const off = await db.selectFrom('feature_switch').select(['name', 'enabled']).execute()
    expect(off).toEqual([{ name: 'notification', enabled: 0 }])
    expect(await db.selectFrom('push_token').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('event_notify').selectAll().execute()).toHaveLength(1)
  })
})

it('refuses to start with settings that could act on the real site', async () => {
  const fresh = await place('sqlite')
  const backup = await backedUp('sqlite', await startPushService())
  await runs(restoreCommand, [backup, '--drill'], fresh)
  const bucket = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'room', S3_KEY_ID: 'id' }
  const slips: [string, Env][] = [
    ['SITE_URL', { SITE_URL: 'https://room.example', PAYMENTS: 'stripe' }],
    ['SMTP_URL', { SMTP_URL: 'smtps://mail.example' }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_live_1' }],
    ['S3_', { MEDIA: 's3', ...bucket, S3_SECRET: 'secret' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://room@db.example/room' }],
    ['LIVE_DIR', { LIVE_DIR: '/var/lib/room-live' }],
  ]
  for (const [name, slip] of slips) {
    const config = readConfig({ ...fresh, ...LOCAL, ...slip })
    await expect(createDeps(config), name).rejects.toThrow(new RegExp(`drill.*${name}`))
  }
  await open({ ...fresh, STRIPE_SECRET_KEY: 'sk_test_1', PAYMENTS: 'stripe' })
  // A site restored without `--drill` may be started with all of them.
  const site = await place('sqlite')
  await runs(restoreCommand, [backup], site)
  await open({ ...site, LIVE_DIR: join(site.DATA_DIR!, 'elsewhere') })
})
