import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { MINUTE_MS } from '#contract/lib/durations.ts'
import type { Engine } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Schema } from '#server/db/schema.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { endChild } from '#server/testing/end-child.ts'
import { freePort } from '#server/testing/free-port.ts'
import { LOOPBACK_CERTIFICATE } from '#server/testing/loopback-tls.ts'
import type { DatabaseName } from '#server/testing/names.ts'
import { bundleOf } from '#server/testing/program.ts'
import type { PushService } from '#server/testing/push-service.ts'
import { addRow } from '#server/testing/rows.ts'

const CHUNK = 200

/** A database shared with child processes, and their environment. */
async function createShared(
  name: DatabaseName,
  folder: string,
): Promise<[Engine, Record<string, string>]> {
  if (name === 'sqlite') return [openSqlite(join(folder, 'room.sqlite')), {}]
  const server = inject('postgresUrl')
  const database = `crowd_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  await client.query(`create database ${database}`)
  await client.end()
  return [openPostgres(`${server}/${database}`), { DATABASE_URL: `${server}/${database}` }]
}

/** Creates `people` users, each with a registered phone and a ticket to one event that begins within the hour. */
export async function createDevices(name: DatabaseName, service: PushService, people: number) {
  const folder = mkdtempSync(join(tmpdir(), 'room-crowd-'))
  const [engine, databaseEnv] = await createShared(name, folder)
  await migrate(engine)
  const at = new Date().toISOString()
  const start_at = new Date(Date.now() + 55 * MINUTE_MS).toISOString()
  await addRow(engine.db, 'user', { id: 'aoi' })
  await addRow(engine.db, 'room', { id: 'aoi' })
  await addRow(engine.db, 'event', {
    id: 'night',
    room_id: 'aoi',
    title: '秋の夜',
    start_at,
    end_at: start_at,
  })
  for (let first = 0; first < people; first += CHUNK)
    await addPeople(
      engine,
      service,
      at,
      Array.from({ length: Math.min(CHUNK, people - first) }, (_, nth) => `fan${first + nth}`),
    )

  const running = new Map<number, ChildProcess>()
  async function start(slot: number) {
    const PORT = String(await freePort())
    const child = spawn(process.execPath, [bundleOf('main')], {
      env: {
        ...process.env,
        ...{
          NODE_ENV: '',
          DEMO: '',
          LOG_LEVEL: 'silent',
          RATE_LIMITS: 'off',
          PORT,
          DATA_DIR: folder,
        },
        ...{ PUSH_ALLOW_HOSTS: service.host, NODE_EXTRA_CA_CERTS: LOOPBACK_CERTIFICATE },
        ...databaseEnv,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.set(slot, child)
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code, signal) =>
        reject(new Error(`The server ended with ${code ?? signal}.`)),
      )
      createInterface({ input: child.stdout }).once('line', () => resolve())
    })
  }
  async function kill(slot: number) {
    const child = running.get(slot)!
    child.removeAllListeners('exit')
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    running.delete(slot)
    await endLeases(engine)
  }
  onTestFinished(async () => {
    await Promise.all(
      [...running.values()].map((child) => endChild(child.removeAllListeners('exit'))),
    )
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { engine, start, kill, slots: () => [...running.keys()] }
}

/** Expires all leases, as if a minute had passed. */
async function endLeases({ db }: Engine) {
  const ended = { leased_until: new Date(0).toISOString() }
  await db.updateTable('outbox').set(ended).where('leased_until', 'is not', null).execute()
  await db.updateTable('job').set(ended).where('leased_until', 'is not', null).execute()
}

async function addPeople({ db }: Engine, service: PushService, at: string, names: string[]) {
  const put = <T extends keyof Schema>(table: T, row: (name: string) => Schema[T]) =>
    db
      .insertInto(table)
      .values(names.map(row) as never)
      .execute()
  for (const name of names) await addRow(db, 'user', { id: name })
  await put('session', (name) => ({
    id: `session ${name}`,
    user_id: name,
    device: '',
    created_at: at,
    last_seen_at: at,
    revoked_at: null,
    confirmed_at: null,
  }))
  await put('refresh_token', (name) => ({
    token_hash: name,
    session_id: `session ${name}`,
    successor_hash: null,
    used_at: null,
    expires_at: '2999-01-01T00:00:00.000Z',
    created_at: at,
  }))
  await put('push_token', (name) => {
    const { endpoint, keys } = service.subscribe(name)
    return {
      id: `phone ${name}`,
      user_id: name,
      session_id: `session ${name}`,
      kind: 'webpush',
      endpoint,
      keys: JSON.stringify(keys),
      created_at: at,
      confirmed_at: null,
      tried_at: null,
      outcome: null,
    }
  })
  await put('notification_setting', (name) => ({
    user_id: name,
    event_reminder: 1,
    room_news: 1,
    message: 1,
    payment: 1,
    ticket: 1,
    marketing: 0,
    // Quiet hours are off, since the test uses the real clock.
    quiet_hours: 0,
  }))
  await put('event_notify', (name) => ({ event_id: 'night', user_id: name, created_at: at }))
  await put('entitlement', (name) => ({
    id: `ticket ${name}`,
    user_id: name,
    kind: 'event',
    subject_id: 'night',
    order_id: null,
    number: 1,
    status: 'valid',
    granted_at: at,
    revoked_at: null,
    is_public: 0,
    live_only: 0,
  }))
}
