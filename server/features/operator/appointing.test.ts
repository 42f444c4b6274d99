import { describe, expect, it, onTestFinished } from 'vitest'
import { makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openWorld } from '#server/testing/world.ts'
import { appointing, Impossible } from './appointing.ts'

describe.each(apiDatabaseNames)('who runs the service, on %s', (database) => {
  it('is always somebody: of the last two that are dismissed at once one stays', async () => {
    const world = await openWorld(database)
    onTestFinished(() => world.close())
    for (const name of ['admin', 'boss']) await makeUser(world, name, { role: 'operator' })
    await makeUser(world, 'held', { role: 'operator', status: 'suspended' })
    await makeUser(world, 'fan')
    const { dismiss, appoint } = appointing(world.deps)
    const both = await Promise.allSettled([dismiss('admin'), dismiss('boss')])
    const refused = both.filter((one) => one.status === 'rejected')
    expect(refused).toMatchObject([{ reason: expect.any(Impossible) }])
    const left = () =>
      world.db
        .selectFrom('user')
        .select('name')
        .where('role', '=', 'operator')
        .where('status', '=', 'active')
        .execute()
    const [{ name: last } = { name: '' }] = await left()
    await expect(dismiss(last)).rejects.toThrow('there is no other operator')
    await appoint('fan')
    await dismiss(last)
    expect(await left()).toEqual([{ name: 'fan' }])
    const acts = await world.db.selectFrom('audit').select('action').orderBy('id').execute()
    expect(acts.map(({ action }) => action)).toEqual([
      'operator.dismiss',
      'operator.appoint',
      'operator.dismiss',
    ])
  })
})
