import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorMachinery } from '#contract/operator/machinery.ts'
import { migrations } from '#server/db/migrations/index.ts'
import { enqueue } from '#server/db/outbox.ts'
import { transact } from '#server/db/transact.ts'
import { makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'

const DAY_MS = 24 * 60 * 60_000

describe.each(apiDatabaseNames)('what runs by itself, at the desk on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await openWorld(database)
    await makeUser(world, 'admin', { role: 'operator' })
  })
  afterEach(() => world.close())

  const admin = () => world.as('admin')
  const failed = async () => (await admin()(operatorMachinery.listFailedWork, { query: {} })).items
  const health = () => admin()(operatorMachinery.getHealth, {})

  /** A refund of an order that there is not: its handler has nothing to do, and a broken payload cannot be read. */
  async function leaveBroken() {
    await transact(world.db, (tx) =>
      enqueue(tx, {
        id: 'broken',
        topic: 'mail',
        key: 'broken',
        payload: { letter: 'nothing', to: 'fan@room.test' },
        now: world.clock.now().toISOString(),
      }),
    )
  }
  async function giveUp() {
    for (let tries = 0; tries < 40; tries++) {
      await world.deliver()
      world.clock.move(DAY_MS / 12)
    }
  }

  it('shows work that failed while it is tried, and once it was given up, without an address', async () => {
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

  it('takes up again what was given up, once, and writes down who asked for it', async () => {
    await leaveBroken()
    const retry = () => admin()(operatorMachinery.retryWork, { params: { id: 'broken' } })
    await world.deliver()
    // It is tried already: nobody need ask for it.
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

  it('tells how the whole is: what waits, which job did not come, what the provider told', async () => {
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
