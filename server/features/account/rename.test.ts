import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NAME_CHANGE_DAYS } from '#contract/auth/limits.ts'
import {
  EMAIL_TAKEN,
  LINK_SPENT,
  NAME_CHARACTERS,
  NAME_TAKEN,
  nameChangedLately,
} from '#contract/auth/messages.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { bodyOf, linkTo, openBrowser } from '#server/features/auth/testing/browser.ts'
import { addPerson, PASSWORD } from '#server/features/auth/testing/people.ts'
import {
  makeDigitalTicket,
  makeEvent,
  makeFollow,
  makeIssued,
  makeMember,
  makeRoom,
  makeThread,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const password = 'umi to yama to 7'

describe.each(apiDatabaseNames)('change of a handle on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'kaede', { amount: 0 })
    await addPerson(world, 'fan')
    await addPerson(world, 'minori')
  })
  afterEach(() => world.close())

  const call = async (
    userId: string | null,
    method: string,
    path: string,
    body?: object,
  ): Promise<[number, Record<string, unknown>]> => {
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (userId) headers.authorization = `Bearer ${await world.tokenOf(userId)}`
    const init = { method, headers, body: body ? JSON.stringify(body) : null }
    const answer = await world.fetch(`/api/application${path}`, init)
    return [answer.status, (await answer.json().catch(() => ({}))) as Record<string, unknown>]
  }
  const rename = (userId: string, name: string) => call(userId, 'PUT', '/me/name', { name })
  const nameError = (message: string) => [422, { errors: { name: [message] } }]

  it('is effective everywhere at once, and the former handle redirects', async () => {
    const event = await makeEvent(world, 'room-kaede')
    const thread = await makeThread(world, 'room-kaede', 'kaede', { text: 'ほんとうに' })
    const ticket = await makeDigitalTicket(world, 'room-kaede')
    const issued = await makeIssued(world, ticket.id, 'fan')
    await makeMember(world, 'room-kaede', 'fan')
    await makeFollow(world, 'fan', 'kaede')
    expect(await rename('kaede', 'momiji')).toMatchObject([
      200,
      { id: 'kaede', name: 'momiji', my_room: { id: 'momiji' } },
    ])
    for (const name of ['kaede', 'momiji']) {
      expect(await call('fan', 'GET', `/newroom/${name}`)).toMatchObject([
        200,
        { name: 'momiji', followed: true, room: { id: 'momiji' } },
      ])
      expect(await call('fan', 'GET', `/newroom/${name}/followers`)).toMatchObject([200, [{}]])
      expect(await call('fan', 'GET', `/room/${name}`)).toMatchObject([
        200,
        { id: 'momiji', owner: { name: 'momiji' }, subscribed: true },
      ])
      expect(await call('fan', 'GET', `/event?room=${name}`)).toMatchObject([
        200,
        [{ id: event.id, room: { id: 'momiji' } }],
      ])
      expect(await call('fan', 'GET', `/room/${name}/thread/${thread.id}`)).toMatchObject([
        200,
        { id: thread.id, text: 'ほんとうに', member: { name: 'momiji' } },
      ])
      expect(await call('fan', 'GET', `/room/${name}/digitalTicket/${ticket.id}`)).toMatchObject([
        200,
        { id: ticket.id },
      ])
    }
    expect(await call('fan', 'GET', `/me/digitalTicket/${issued}`)).toMatchObject([
      200,
      { ticket: { room: { id: 'momiji' } } },
    ])
    expect(await call('fan', 'GET', '/newroom/fan/following')).toMatchObject([
      200,
      [{ name: 'momiji' }],
    ])
    expect(await call('fan', 'GET', '/room/subscribe')).toMatchObject([200, [{ id: 'momiji' }]])
    expect(await call(null, 'GET', '/room?search=momiji')).toMatchObject([200, [{ id: 'momiji' }]])
  })

  it('is confirmed by email', async () => {
    await rename('fan', 'natsu')
    await world.deliver()
    const [mail] = world.mail.sent
    expect(mail).toMatchObject({ to: 'fan@room.test', subject: '【Room】ユーザー名を変更しました' })
    expect(mail!.text).toContain('「@fan」から「@natsu」')
  })

  it('refuses a handle that another user had, or a look-alike (68)', async () => {
    await rename('minori', 'haruka')
    world.clock.move(400 * DAY_MS)
    for (const name of ['minori', 'rninori', 'm1nori', 'mi_nor_i', 'haruka'])
      expect(await rename('fan', name)).toMatchObject(nameError(NAME_TAKEN))
  })

  it.each([
    ...['login', 'api', 'dashboard', '404', 'admin', 'adm1n', 'ad_min', 'nevvs', '___'],
    ...['minori', 'm1nori', 'rninori', 'kaede', 'ka_ede'],
  ])('refuses %s (68)', async (name) => {
    expect(await rename('fan', name)).toMatchObject(nameError(NAME_TAKEN))
  })

  it.each([
    ...[
      'sw.js',
      '.well-known',
      'Ａｄｍｉｎ',
      'аdmin',
      'admın',
      'ad\u200bmin',
      'a%2Fb',
      'Natsu',
      'ab',
    ],
    ...['a'.repeat(21), 'k'.repeat(64), '🍵🍵🍵'],
  ])('refuses invalid characters: %j (68)', async (name) => {
    expect(await rename('fan', name)).toMatchObject(nameError(NAME_CHARACTERS))
  })

  it(`is possible once in ${NAME_CHANGE_DAYS} days`, async () => {
    const again = new Date(world.clock.now().getTime() + NAME_CHANGE_DAYS * DAY_MS).toISOString()
    expect((await rename('fan', 'natsu'))[0]).toBe(200)
    expect((await rename('fan', 'natsu'))[0]).toBe(200)
    expect(await rename('fan', 'aki')).toMatchObject(nameError(nameChangedLately(again)))
    world.clock.move(NAME_CHANGE_DAYS * DAY_MS - 1)
    expect(await rename('fan', 'aki')).toMatchObject(nameError(nameChangedLately(again)))
    world.clock.move(1)
    expect((await rename('fan', 'aki'))[0]).toBe(200)
    for (const name of ['fan', 'natsu', 'aki'])
      expect(await call(null, 'GET', `/newroom/${name}`)).toMatchObject([200, { name: 'aki' }])
  })

  it('accepts a look-alike of one’s own handle, and the former one', async () => {
    expect((await rename('fan', 'f_an'))[0]).toBe(200)
    world.clock.move(NAME_CHANGE_DAYS * DAY_MS)
    expect((await rename('fan', 'fan'))[0]).toBe(200)
    expect(await call(null, 'GET', '/newroom/f_an')).toMatchObject([200, { name: 'fan' }])
    expect(await call(null, 'GET', '/newroom/fan')).toMatchObject([200, { name: 'fan' }])
  })

  it('succeeds for one of two concurrent users; the other gets an error at the field', async () => {
    const answers = await Promise.all([rename('fan', 'corner'), rename('minori', 'comer')])
    const [won, lost] = answers.sort(([a], [b]) => a - b)
    expect(won![0]).toBe(200)
    expect(lost).toMatchObject(nameError(NAME_TAKEN))
  })

  it('takes precedence over a concurrent sign-up with the same handle', async () => {
    const browser = openBrowser(world)
    const form = { email: 'new@room.test', display_name: '新' }
    const more = { birthY: 1990, birthM: 1, birthD: 1, gender: 9, terms: true, name: 'natsu' }
    await browser.post('/signup', { ...form, ...more })
    await world.deliver()
    const { link } = linkTo(world, 'new@room.test')
    const [verified, renamed] = await Promise.all([
      browser.post('/verify_mail', { ...link, password }),
      rename('fan', 'natsu'),
    ])
    expect([verified.status, renamed[0]].sort()).toEqual(
      verified.status === 200 ? [200, 422] : [200, 409],
    )
  })

  describe('change of an email address', () => {
    const both = async (links: object[]) => {
      const answers = await Promise.all(
        links.map((link) => openBrowser(world).post('/verify_mail', { ...link, password })),
      )
      return Promise.all(answers.map(async (answer) => [answer.status, await textOf(answer)]))
    }
    const textOf = async (answer: Response) =>
      answer.status === 204 || answer.status === 200 ? '' : (await bodyOf(answer)).message
    const ask = async (user: string) => {
      const browser = openBrowser(world)
      const token = await browser.enter(`${user}@room.test`, PASSWORD)
      await browser.put('/me/email', { email: 'new@room.test', password: PASSWORD }, token)
      await world.deliver()
      return linkTo(world, 'new@room.test').link
    }

    it('succeeds for one of two users who confirm it concurrently', async () => {
      const outcomes = await both([await ask('fan'), await ask('minori')])
      expect(outcomes.sort()).toEqual([
        [204, ''],
        [409, EMAIL_TAKEN],
      ])
    })

    it('succeeds for one of two concurrent sign-ups with the same address', async () => {
      const links = []
      for (const name of ['natsu', 'aki']) {
        const form = { email: 'new@room.test', display_name: '新' }
        const more = { birthY: 1990, birthM: 1, birthD: 1, gender: 9, terms: true, name }
        await openBrowser(world).post('/signup', { ...form, ...more })
        await world.deliver()
        links.push(linkTo(world, 'new@room.test').link)
      }
      expect((await both(links)).sort()).toEqual([
        [200, ''],
        [410, LINK_SPENT],
      ])
    })
  })
})
