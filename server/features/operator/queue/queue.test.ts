import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { operatorAudit } from '#contract/operator/audit/calls.ts'
import { operatorQueue, type Task, type TaskKind } from '#contract/operator/queue/calls.ts'
import { operatorReports } from '#contract/operator/reports/calls.ts'
import { reports } from '#contract/reports/calls.ts'
import { makeRoom, makeSale, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(databaseNames)('queue of the operators on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'other']) await makeUser(world, name)
    for (const name of ['admin', 'deputy']) await makeUser(world, name, { role: 'operator' })
  })
  afterEach(() => world.close())

  const now = () => world.clock.now().toISOString()
  const tasks = async (query: { kind?: TaskKind; whose?: 'all' | 'mine' | 'free' } = {}) =>
    (await world.as('admin')(operatorQueue.listTasks, { query })).items
  const assign = (
    { kind, id }: Pick<Task, 'kind' | 'id'>,
    mine: boolean,
    user: string | null = 'admin',
  ) => world.as(user)(operatorQueue.assignTask, { params: { kind, id }, body: { mine } })
  const report = (user: string) =>
    world.as(user)(reports.report, { body: { kind: 'room', id: 'aoi', reason: '困ります' } })

  async function refund(id: string, state: 'failed' | 'open') {
    const order_id = await makeSale(world, {
      ...{ buyer_id: 'fan', seller_id: 'aoi', snapshot: '{"title":"星の夜"}' },
    })
    await world.add('refund', {
      ...{ id, order_id, state, amount: 300, reason: 'seller', ends_right: 0 },
      ...{ attempt_id: null, asked_by: null, refund_ref: null, created_at: now(), done_at: null },
    })
  }

  async function everything() {
    await report('fan')
    world.clock.move(1_000)
    await report('other')
    await world.add('disclosure_request', {
      ...{ id: 'asked', seller_id: 'aoi', name: '山田', email: 'y@room.test', reason: '' },
      ...{ state: 'open', created_at: now(), done_at: null, declined_for: null },
      reminded_at: null,
    })
    world.clock.move(1_000)
    await refund('back', 'failed')
    await refund('young', 'open')
    world.clock.move(1_000)
    await world.add('outbox', {
      ...{ id: 'broken', topic: 'mail', key: 'k', payload: '{}', due_at: now(), attempts: 9 },
      ...{ tried_at: null, provider: null, leased_until: null, leased_by: null, done_at: now() },
      ...{ error: 'refused y@room.test', created_at: now() },
    })
  }

  it('refuses everybody who is no operator', async () => {
    await report('fan')
    const [task] = (await tasks()) as [Task]
    for (const [user, status] of [
      [null, 401],
      ['fan', 403],
      ['aoi', 403],
    ] as const) {
      await expect(world.as(user)(operatorQueue.listTasks, { query: {} })).rejects.toMatchObject({
        status,
      })
      await expect(assign(task, true, user)).rejects.toMatchObject({ status })
    }
  })

  it('shows everything that waits, oldest first, and the reports of one thing once', async () => {
    expect(await tasks()).toEqual([])
    await everything()
    const shown = await tasks()
    expect(shown.map(({ kind }) => kind)).toEqual(['report', 'disclosure', 'refund', 'work'])
    expect(shown).toMatchObject([
      { title: 'room-aoi', content: 'room', count: 2, person: 'aoi', can: { retry: false } },
      { person: 'aoi', assignee: null },
      { id: 'back', title: '星の夜', amount: 300, person: 'fan', can: { retry: true } },
      { title: 'mail', error: 'refused …', can: { retry: true } },
    ])
    expect((await tasks({ kind: 'refund' })).map(({ id }) => id)).toEqual(['back'])
    world.clock.move(2 * HOUR_MS)
    expect((await tasks({ kind: 'refund' })).map(({ id }) => id)).toEqual(['back', 'young'])
  })

  it('pages over all kinds', async () => {
    await everything()
    const ids = (await tasks()).map(({ id }) => id)
    const at = (offset: number) =>
      world.as('admin')(operatorQueue.listTasks, { query: { limit: 1, offset } })
    const pages = await Promise.all(ids.map((_, offset) => at(offset)))
    expect(pages.map(({ items }) => items[0]!.id)).toEqual(ids)
    expect(pages.map(({ next }) => next === null)).toEqual([false, false, false, true])
  })

  it('says who has a task; it can be taken over and given back, and all is recorded', async () => {
    await everything()
    const [task, other] = (await tasks()) as [Task, Task]
    await assign(task, true)
    await assign(task, true)
    expect((await tasks())[0]).toMatchObject({ assignee: { name: 'admin' } })
    expect((await tasks({ whose: 'mine' })).map(({ id }) => id)).toEqual([task.id])
    expect((await tasks({ whose: 'free' })).map(({ id }) => id)).not.toContain(task.id)
    await assign(task, true, 'deputy')
    expect(await tasks({ whose: 'mine' })).toEqual([])
    expect((await tasks())[0]).toMatchObject({ assignee: { name: 'deputy' } })
    await assign(task, false)
    await assign(other, false)
    expect((await tasks())[0]).toMatchObject({ assignee: null })
    const { items } = await world.as('admin')(operatorAudit.listAudit, {
      query: { action: 'task.assign' },
    })
    expect(items.map(({ actor, before, after }) => [actor, before, after])).toEqual([
      ['admin', { assignee: 'deputy' }, { assignee: null }],
      ['deputy', { assignee: 'admin' }, { assignee: 'deputy' }],
      ['admin', { assignee: null }, { assignee: 'admin' }],
    ])
    expect(items[0]!.target).toBe(`report:${task.id}`)
  })

  it('leaves out what is done, and refuses to assign it', async () => {
    await report('fan')
    const [task] = (await tasks()) as [Task]
    await world.as('admin')(operatorReports.decideReport, {
      params: { id: task.id },
      body: { outcome: 'dismissed', reason: '問題ありません' },
    })
    expect(await tasks()).toEqual([])
    await expect(assign(task, true)).rejects.toMatchObject({ status: 404 })
    await expect(assign({ kind: 'work', id: task.id }, true)).rejects.toMatchObject({ status: 404 })
  })

  it('frees the tasks of a dismissed operator', async () => {
    await report('fan')
    const [task] = (await tasks()) as [Task]
    await assign(task, true, 'deputy')
    await world.db.updateTable('user').set({ role: 'member' }).where('id', '=', 'deputy').execute()
    expect((await tasks({ whose: 'free' })).map(({ id }) => id)).toEqual([task.id])
  })
})
