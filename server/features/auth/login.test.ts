import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LOGIN_TRIES, REFRESH_COOKIE_S } from '#contract/limits.ts'
import { ACCOUNT_SUSPENDED, TOO_MANY_LOGINS, WRONG_LOGIN } from '#contract/messages.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'
import { openBrowser, said } from './testing/browser.ts'
import { addPerson, PASSWORD } from './testing/people.ts'

const FAN = 'fan@room.test'

describe.each(apiDatabaseNames)('login on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await openWorld(database)
    await addPerson(world, 'fan')
    await addPerson(world, 'gone', { status: 'deleted' })
    await addPerson(world, 'banned', { status: 'suspended' })
    await addPerson(world, 'social', { password_hash: null })
  })
  afterEach(() => world.close())

  it.each([FAN, ' FAN@Room.Test '])('lets %j in with the password', async (email) => {
    const browser = openBrowser(world)
    const answer = await browser.login(email, PASSWORD)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const body = (await answer.json()) as { access_token: string }
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 900,
    })
    expect((await browser.me(body.access_token)).status).toBe(200)
  })

  it('takes the password however the keyboard spelled it', async () => {
    const wide = PASSWORD.replaceAll('a', 'ａ')
    expect((await openBrowser(world).login(FAN, wide)).status).toBe(200)
  })

  it.each([
    { who: 'a wrong password', email: FAN, password: `${PASSWORD}!` },
    { who: 'an unknown address', email: 'nobody@room.test', password: PASSWORD },
    { who: 'somebody who left', email: 'gone@room.test', password: PASSWORD },
    { who: 'somebody without a password', email: 'social@room.test', password: PASSWORD },
  ])('refuses $who in one and the same way', async ({ email, password }) => {
    const answer = await openBrowser(world).login(email, password)
    expect(answer.status).toBe(401)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await said(answer)).toEqual({ message: WRONG_LOGIN })
  })

  it('tells somebody who is suspended so, once the password is right', async () => {
    const browser = openBrowser(world)
    const answer = await browser.login('banned@room.test', PASSWORD)
    expect([answer.status, await said(answer)]).toEqual([403, { message: ACCOUNT_SUSPENDED }])
    expect((await browser.login('banned@room.test', 'wrong')).status).toBe(401)
  })

  it('keeps the refresh token where no script and no other site gets at it', async () => {
    const [cookie] = (await openBrowser(world).login(FAN, PASSWORD)).headers.getSetCookie()
    expect(cookie).toMatch(
      new RegExp(
        `^refresh_token=[\\w-]{43}; Max-Age=${REFRESH_COOKIE_S}; Path=/; HttpOnly; SameSite=Lax$`,
      ),
    )
  })

  it('binds the cookie to host and https where there is https', async () => {
    const secure = await openWorld(database, { SITE_URL: 'https://room.example' })
    await addPerson(secure, 'fan')
    const [cookie] = (await openBrowser(secure).login(FAN, PASSWORD)).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-refresh_token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    await secure.close()
  })

  describe('under attack', () => {
    const from = (n: number) => openBrowser(world, { address: `198.51.100.${n}` })

    it('stops one address that tries many accounts', async () => {
      const attacker = from(1)
      for (let n = 0; n < LOGIN_TRIES.max; n++)
        expect((await attacker.login(`user${n}@room.test`, 'guess')).status).toBe(401)
      const refused = await attacker.login(FAN, PASSWORD)
      expect([refused.status, await said(refused)]).toEqual([429, { message: TOO_MANY_LOGINS }])
      expect(Number(refused.headers.get('retry-after'))).toBe(LOGIN_TRIES.perMs / 1000)
      expect((await from(2).login(FAN, PASSWORD)).status).toBe(200)
    })

    it('stops many addresses that try one account, known or not', async () => {
      for (const account of [FAN, 'nobody@room.test']) {
        for (let n = 0; n < LOGIN_TRIES.max; n++)
          expect((await from(n).login(account, 'guess')).status).toBe(401)
        expect((await from(100).login(account, PASSWORD)).status).toBe(429)
        world.clock.move(LOGIN_TRIES.perMs)
      }
    })

    it('stops many guesses that come at once', async () => {
      const guesses = [...Array.from({ length: 40 }, (_, n) => `guess ${n}`), PASSWORD]
      const answers = await Promise.all(guesses.map((guess, n) => from(n).login(FAN, guess)))
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 401)).toHaveLength(LOGIN_TRIES.max)
      // Not even the right one: who asks it among so many others is guessing.
      expect(statuses.at(-1)).toBe(429)
    })

    it('lets the owner in again where they have been before, though strangers go on', async () => {
      const owner = openBrowser(world)
      await owner.login(FAN, PASSWORD)
      for (let n = 0; n <= LOGIN_TRIES.max; n++) await from(n).login(FAN, 'guess')
      expect((await from(100).login(FAN, PASSWORD)).status).toBe(429)
      expect((await owner.login(FAN, PASSWORD)).status).toBe(200)
    })

    it('lets the owner in from anywhere when the rush is over', async () => {
      for (let n = 0; n < LOGIN_TRIES.max; n++) await from(n).login(FAN, 'guess')
      world.clock.move(LOGIN_TRIES.perMs - 1)
      expect((await from(100).login(FAN, PASSWORD)).status).toBe(429)
      world.clock.move(1)
      expect((await from(100).login(FAN, PASSWORD)).status).toBe(200)
    })
  })
})
