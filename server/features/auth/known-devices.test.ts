import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'
import { openBrowser } from './testing/browser.ts'
import { addPerson, PASSWORD } from './testing/people.ts'

const FAN = 'fan@room.test'
const NEW_DEVICE = '【Room】新しい端末からのログイン'

describe.each(apiDatabaseNames)('a device that is new to somebody, on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await openWorld(database)
    await addPerson(world, 'fan')
    await addPerson(world, 'other')
  })
  afterEach(() => world.close())

  const told = async (to = FAN) => {
    await world.deliver()
    return world.mail.sent.filter((mail) => mail.to === to).map(({ subject }) => subject)
  }

  it('is told of by mail, but for the first one and those known already', async () => {
    const phone = openBrowser(world)
    await phone.login(FAN, PASSWORD)
    expect(await told()).toEqual([])
    await phone.post('/logout')
    await phone.login(FAN, PASSWORD)
    expect(await told()).toEqual([])
    const laptop = openBrowser(world)
    await laptop.login(FAN, PASSWORD)
    expect(await told()).toEqual([NEW_DEVICE])
    await laptop.login(FAN, PASSWORD)
    await phone.login(FAN, PASSWORD)
    expect(await told()).toEqual([NEW_DEVICE])
    const [{ text } = { text: '' }] = world.mail.sent
    expect(text).toMatch(/\d+年\d+月\d+日/)
    for (const said of ['端末: ', '/reset_password', '/account/setting/password'])
      expect(text).toContain(said)
  })

  it('is one of its own for each person who uses it', async () => {
    const shared = openBrowser(world)
    await shared.login('other@room.test', PASSWORD)
    await openBrowser(world).login(FAN, PASSWORD)
    await shared.login(FAN, PASSWORD)
    expect(await told()).toEqual([NEW_DEVICE])
    expect(await told('other@room.test')).toEqual([])
  })

  it('is not known by a cookie that is none of ours, nor by a wrong password', async () => {
    await openBrowser(world).login(FAN, PASSWORD)
    const other = openBrowser(world)
    other.cookies.set('device', 'x'.repeat(10))
    await other.login(FAN, 'not this one')
    expect(await told()).toEqual([])
    await other.login(FAN, PASSWORD)
    expect(await told()).toEqual([NEW_DEVICE])
    expect(other.cookies.get('device')).toMatch(/^[\w-]{43}$/)
  })

  it('is kept as a hash that opens nothing', async () => {
    const phone = openBrowser(world)
    await phone.login(FAN, PASSWORD)
    const rows = await world.db.selectFrom('known_device').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(phone.cookies.get('device'))
    phone.cookies.delete('refresh_token')
    expect((await phone.refresh()).status).toBe(204)
  })
})
