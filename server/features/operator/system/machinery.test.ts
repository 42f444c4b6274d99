import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/lib/durations.ts'
import { operatorAudit } from '#contract/operator/audit/calls.ts'
import { operatorSystem } from '#contract/operator/system/calls.ts'
import { migrations } from '#server/db/migrations/index.ts'
import { enqueue } from '#server/db/outbox.ts'
import { transact } from '#server/db/transact.ts'
import { ingestOf } from '#server/features/live/testing/encoder-at.ts'
import { type FfmpegState, INGEST_PATHS, type IngestReport } from '#server/ports/ingest.ts'
import { makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('background work on the admin pages, on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeUser(world, 'admin', { role: 'operator' })
  })
  afterEach(() => world.close())

  const admin = () => world.as('admin')
  const failed = async () => (await admin()(operatorSystem.listFailedWork, { query: {} })).items
  const health = () => admin()(operatorSystem.getHealth, {})

  /** Enqueues an email with a broken payload, which always fails. */
  async function leaveBroken() {
    await transact(world.db, (tx) =>
      enqueue(world.deps, tx, {
        id: 'broken',
        topic: 'mail',
        key: 'broken',
        payload: { letter: 'nothing', to: 'fan@room.test' },
      }),
    )
  }
  async function giveUp() {
    for (let attempt = 0; attempt < 40; attempt++) {
      await world.deliver()
      world.clock.move(DAY_MS / 12)
    }
  }

  it('shows failed work during retries and after giving up, without addresses', async () => {
    await leaveBroken()
    await world.deliver()
    expect(await failed()).toMatchObject([
      { id: 'broken', topic: 'mail', state: 'trying', attempts: 1, due_at: expect.any(String) },
    ])
    await giveUp()
    const [row] = await failed()
    expect(row).toMatchObject({ state: 'given_up', due_at: null })
    expect(JSON.stringify(row)).not.toContain('@')
    expect((await health()).given_up).toBe(1)
  })

  it('retries given-up work once, with an audit record', async () => {
    await leaveBroken()
    const retry = () => admin()(operatorSystem.retryWork, { params: { id: 'broken' } })
    await world.deliver()
    // The work is still being retried, so an operator cannot start it.
    await expect(retry()).rejects.toMatchObject({ status: 404 })
    await giveUp()
    const { attempts } = (await failed())[0]!
    await retry()
    await expect(retry()).rejects.toMatchObject({ status: 404 })
    await world.deliver()
    expect(await failed()).toMatchObject([{ state: 'trying', attempts: 1 }])
    const { items } = await admin()(operatorAudit.listAudit, { query: { action: 'work.retry' } })
    expect(items).toMatchObject([
      { target: 'work:broken', actor: 'admin', before: { topic: 'mail', attempts } },
    ])
  })

  it('shows the encoder that the ingest process has found, or what is missing', async () => {
    expect((await health()).encoder).toBeNull()
    const { send } = ingestOf(world)
    const reported = async (ffmpeg?: FfmpegState) => {
      const report: IngestReport = { ingest: 'i1', rtmp_port: 1935, ffmpeg, streams: [] }
      await send(INGEST_PATHS.report, report)
      return (await health()).encoder
    }
    expect(await reported({ state: 'found', path: '/opt/ffmpeg', version: '7.1' })).toEqual({
      ...{ state: 'found', version: '7.1' },
    })
    expect(await reported({ state: 'missing' })).toEqual({ state: 'missing', version: null })
  })

  it('shows health: waiting work, missed jobs, webhook events', async () => {
    expect(await health()).toMatchObject({
      database: { engine: database, migration: Object.keys(migrations).at(-1) },
      waiting: { count: 0, oldest: null },
      given_up: 0,
      notices: { waiting: 0, unknown: 0, last_at: null },
      on_air: 0,
      jobs: [],
    })
    await leaveBroken()
    const due_at = world.clock.now().toISOString()
    const job = { leased_until: null, leased_by: null, last_run_at: null }
    await world.add('job', { name: 'payments', due_at, ...job })
    expect(await health()).toMatchObject({
      waiting: { count: 1, oldest: due_at },
      jobs: [{ name: 'payments', last_run_at: null, late: false }],
    })
    world.clock.move(11 * 60_000)
    expect((await health()).jobs).toMatchObject([{ late: true }])
    expect((await health()).database.size).toBeGreaterThan(0)
  })
})
