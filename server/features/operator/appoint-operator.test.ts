import { describe, expect, it, onTestFinished } from 'vitest'
import { makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld } from '#server/testing/world.ts'
import { AppointmentError, appoint, create, dismiss } from './appoint-operator.ts'

describe.each(apiDatabaseNames)('operators on %s', (database) => {
  it('always include at least one: of the last two dismissed concurrently one stays', async () => {
    const world = await createWorld(database)
    onTestFinished(() => world.close())
    for (const name of ['admin', 'boss']) await makeUser(world, name, { role: 'operator' })
    await makeUser(world, 'held', { role: 'operator', status: 'suspended' })
    await makeUser(world, 'fan')
    const both = await Promise.allSettled([
      dismiss(world.deps, 'admin'),
      dismiss(world.deps, 'boss'),
    ])
    const rejected = both.filter((one) => one.status === 'rejected')
    expect(rejected).toMatchObject([{ reason: expect.any(AppointmentError) }])
    const left = () =>
      world.db
        .selectFrom('user')
        .select('name')
        .where('role', '=', 'operator')
        .where('status', '=', 'active')
        .execute()
    const [{ name: last } = { name: '' }] = await left()
    await expect(dismiss(world.deps, last)).rejects.toThrow('there is no other operator')
    await appoint(world.deps, 'fan')
    await dismiss(world.deps, last)
    expect(await left()).toEqual([{ name: 'fan' }])
    const actions = await world.db.selectFrom('audit').select('action').orderBy('id').execute()
    expect(actions.map(({ action }) => action)).toEqual([
      'operator.dismiss',
      'operator.appoint',
      'operator.dismiss',
    ])
  })

  it('are neither made of nobody nor created for an address or name that has an account', async () => {
    const world = await createWorld(database)
    onTestFinished(() => world.close())
    await makeUser(world, 'fan', { email: 'fan@room.test' })
    await expect(appoint(world.deps, 'nobody_here')).rejects.toThrow('nobody_here')
    const birth = { birth_y: 1990, birth_m: 5, birth_d: 1 }
    const facts = { ...birth, display_name: 'u', password: 'yoru no umi e 9' }
    const createAs = (name: string, email: string) => create(world.deps, { ...facts, name, email })
    await expect(createAs('unei_ichi', 'fan@room.test')).rejects.toThrow('use appoint')
    await expect(createAs('fan', 'unei@example.org')).rejects.toThrow('fan is taken')
    await createAs('unei_ichi', 'unei@example.org')
    const operators = world.db.selectFrom('user').select('name').where('role', '=', 'operator')
    expect(await operators.execute()).toEqual([{ name: 'unei_ichi' }])
  })
})
