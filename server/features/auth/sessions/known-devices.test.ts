import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { openBrowser } from '../testing/browser.ts'
import { addPerson, PASSWORD } from '../testing/people.ts'

const FAN = 'fan@room.test'
const NEW_DEVICE = '【Room】新しい端末からのログイン'

describe.each(apiDatabaseNames)('new device on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await addPerson(world, 'fan')
    await addPerson(world, 'other')
  })
  afterEach(() => world.close())

  const subjectsTo = async (to = FAN) => {
    await world.deliver()
    return world.mail.sent.filter((mail) => mail.to === to).map(({ subject }) => subject)
  }

  it('is reported by email, except the first device and known ones', async () => {
    const phone = openBrowser(world)
    await phone.login(FAN, PASSWORD)
    expect(await subjectsTo()).toEqual([])
    await phone.post('/logout')
    await phone.login(FAN, PASSWORD)
    expect(await subjectsTo()).toEqual([])
    const laptop = openBrowser(world)
    await laptop.login(FAN, PASSWORD)
    expect(await subjectsTo()).toEqual([NEW_DEVICE])
    await laptop.login(FAN, PASSWORD)
    await phone.login(FAN, PASSWORD)
    expect(await subjectsTo()).toEqual([NEW_DEVICE])
    const [{ text } = { text: '' }] = world.mail.sent
    expect(text).toMatch(/\d+年\d+月\d+日/)
    for (const expected of ['端末：', '/reset_password', '/account/setting/password'])
      expect(text).toContain(expected)
  })

  it('is separate for each person who uses it', async () => {
    const shared = openBrowser(world)
    await shared.login('other@room.test', PASSWORD)
    await openBrowser(world).login(FAN, PASSWORD)
    await shared.login(FAN, PASSWORD)
    expect(await subjectsTo()).toEqual([NEW_DEVICE])
    expect(await subjectsTo('other@room.test')).toEqual([])
  })

  it('does not become known by a forged cookie or a wrong password', async () => {
    await openBrowser(world).login(FAN, PASSWORD)
    const other = openBrowser(world)
    other.cookies.set('device', 'x'.repeat(10))
    await other.login(FAN, 'not this one')
    expect(await subjectsTo()).toEqual([])
    await other.login(FAN, PASSWORD)
    expect(await subjectsTo()).toEqual([NEW_DEVICE])
    expect(other.cookies.get('device')).toMatch(/^[\w-]{43}$/)
  })

  it('is stored as a hash that is useless as a cookie', async () => {
    const phone = openBrowser(world)
    await phone.login(FAN, PASSWORD)
    const rows = await world.db.selectFrom('known_device').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(phone.cookies.get('device'))
    phone.cookies.delete('refresh_token')
    expect((await phone.refresh()).status).toBe(204)
  })
})
