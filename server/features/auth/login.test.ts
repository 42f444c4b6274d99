import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LOGIN_ATTEMPTS, MAILS_TO_ONE, REFRESH_COOKIE_S } from '#contract/auth/limits.ts'
import { ACCOUNT_SUSPENDED, TOO_MANY_LOGINS, WRONG_LOGIN } from '#contract/auth/messages.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { loginAttempt } from './password-attempts.ts'
import { bodyOf, linkTo, openBrowser } from './testing/browser.ts'
import { addPerson, PASSWORD } from './testing/people.ts'

const FAN = 'fan@room.test'
const NEWCOMER = {
  name: 'newcomer',
  display_name: '新人',
  birthY: 1990,
  birthM: 4,
  birthD: 12,
  gender: 9,
  terms: true,
}

describe.each(apiDatabaseNames)('login on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await addPerson(world, 'fan')
    await addPerson(world, 'gone', { status: 'deleted' })
    await addPerson(world, 'banned', { status: 'suspended' })
    await addPerson(world, 'social', { password_hash: null })
  })
  afterEach(() => world.close())

  it.each([FAN, ' FAN@Room.Test '])('accepts %j with the password', async (email) => {
    const browser = openBrowser(world)
    const answer = await browser.login(email, PASSWORD)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const body = (await answer.json()) as { access_token: string }
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 900,
      user_id: 'fan',
    })
    expect((await browser.me(body.access_token)).status).toBe(200)
  })

  it('accepts the password in any Unicode spelling', async () => {
    const wide = PASSWORD.replaceAll('a', 'ａ')
    expect((await openBrowser(world).login(FAN, wide)).status).toBe(200)
  })

  it.each([
    { who: 'a wrong password', email: FAN, password: `${PASSWORD}!` },
    { who: 'an unknown address', email: 'nobody@room.test', password: PASSWORD },
    { who: 'somebody who left', email: 'gone@room.test', password: PASSWORD },
    { who: 'somebody without a password', email: 'social@room.test', password: PASSWORD },
  ])('refuses $who with one and the same response', async ({ email, password }) => {
    const answer = await openBrowser(world).login(email, password)
    expect(answer.status).toBe(401)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await bodyOf(answer)).toEqual({ message: WRONG_LOGIN })
  })

  it('reports a suspension only after the correct password', async () => {
    const browser = openBrowser(world)
    const answer = await browser.login('banned@room.test', PASSWORD)
    expect([answer.status, await bodyOf(answer)]).toEqual([403, { message: ACCOUNT_SUSPENDED }])
    expect((await browser.login('banned@room.test', 'wrong')).status).toBe(401)
  })

  it('returns the user with a refreshed session, as /me does', async () => {
    const browser = openBrowser(world)
    const token = await browser.enter(FAN, PASSWORD)
    const { user } = (await (await browser.refresh()).json()) as { user: unknown }
    expect(user).toEqual(await (await browser.me(token)).json())
  })

  it('refreshes a session also if the user cannot be read', async () => {
    const browser = openBrowser(world)
    await browser.login(FAN, PASSWORD)
    await sql`alter table profile_link rename to gone_link`.execute(world.db)
    const answer = await browser.refresh()
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 900,
      user_id: 'fan',
    })
    expect(answer.headers.getSetCookie()).toHaveLength(1)
    await sql`alter table gone_link rename to profile_link`.execute(world.db)
  })

  it('protects the refresh token from scripts and other sites', async () => {
    const [cookie] = (await openBrowser(world).login(FAN, PASSWORD)).headers.getSetCookie()
    expect(cookie).toMatch(
      new RegExp(
        `^refresh_token=[\\w-]{43}; Max-Age=${REFRESH_COOKIE_S}; Path=/; HttpOnly; SameSite=Lax$`,
      ),
    )
  })

  it('binds the cookie to host and https when https is used', async () => {
    const secure = await createWorld(database, { SITE_URL: 'https://room.example' })
    await addPerson(secure, 'fan')
    const [cookie] = (await openBrowser(secure).login(FAN, PASSWORD)).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-refresh_token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    await secure.close()
  })

  describe('brute force', () => {
    const from = (n: number) => openBrowser(world, { address: `198.51.100.${n}` })

    it('blocks one address that tries many accounts', async () => {
      const attacker = from(1)
      for (let n = 0; n < LOGIN_ATTEMPTS.max; n++)
        expect((await attacker.login(`user${n}@room.test`, 'guess')).status).toBe(401)
      const response = await attacker.login(FAN, PASSWORD)
      expect([response.status, await bodyOf(response)]).toEqual([429, { message: TOO_MANY_LOGINS }])
      expect(Number(response.headers.get('retry-after'))).toBe(LOGIN_ATTEMPTS.perMs / 1000)
      expect((await from(2).login(FAN, PASSWORD)).status).toBe(200)
    })

    it('blocks many addresses that try one account, registered or not', async () => {
      for (const account of [FAN, 'nobody@room.test']) {
        for (let n = 0; n < LOGIN_ATTEMPTS.max; n++)
          expect((await from(n).login(account, 'guess')).status).toBe(401)
        expect((await from(100).login(account, PASSWORD)).status).toBe(429)
        world.clock.move(LOGIN_ATTEMPTS.perMs)
      }
    })

    it('limits guesses that arrive in parallel', async () => {
      const guesses = [...Array.from({ length: 40 }, (_, n) => `guess ${n}`), PASSWORD]
      const answers = await Promise.all(guesses.map((guess, n) => from(n).login(FAN, guess)))
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 401)).toHaveLength(LOGIN_ATTEMPTS.max)
      // The correct password is refused too, since it came with the guesses.
      expect(statuses.at(-1)).toBe(429)
    })

    /** Uses up the attempts of strangers on the account, and those of the owner's own address. */
    async function rush() {
      for (let n = 0; n <= LOGIN_ATTEMPTS.max; n++) await from(n).login(FAN, 'guess')
      const neighbour = openBrowser(world)
      for (let n = 0; n <= LOGIN_ATTEMPTS.max; n++)
        await neighbour.login(`u${n}@room.test`, 'guess')
      expect((await openBrowser(world).login(FAN, PASSWORD)).status).toBe(429)
    }

    it('accepts the owner on a known browser while strangers guess', async () => {
      const owner = openBrowser(world)
      await owner.login(FAN, PASSWORD)
      await rush()
      expect((await owner.login(FAN, PASSWORD)).status).toBe(200)
    })

    it('gives a known browser its own limited attempts', async () => {
      const owner = openBrowser(world)
      await owner.login(FAN, PASSWORD)
      for (let n = 0; n < LOGIN_ATTEMPTS.max; n++)
        expect((await owner.login(FAN, 'guess')).status).toBe(401)
      expect((await owner.login(FAN, PASSWORD)).status).toBe(429)
      // An unknown device has its own counters.
      expect((await from(1).login(FAN, PASSWORD)).status).toBe(200)
    })

    it('treats neither an unused browser nor one known to another account as known', async () => {
      await addPerson(world, 'other')
      const attacker = openBrowser(world, { address: '198.51.100.9' })
      await attacker.login('other@room.test', PASSWORD)
      await rush()
      expect((await attacker.login(FAN, PASSWORD)).status).toBe(429)
      attacker.cookies.set('device', 'x'.repeat(43))
      expect((await attacker.login(FAN, PASSWORD)).status).toBe(429)
    })

    it('lets the owner in on a new browser by an emailed link while strangers guess', async () => {
      await rush()
      for (let n = 0; n <= MAILS_TO_ONE.max; n++) {
        await from(n).post('/reset_password', { email: FAN })
        await from(n).post('/signup', { ...NEWCOMER, email: FAN })
      }
      const owner = openBrowser(world)
      expect((await owner.post('/reset_password', { email: FAN })).status).toBe(202)
      await world.deliver()
      const resets = world.mail.sent.filter(({ to, text }) => to === FAN && /signature/.test(text))
      expect(resets).toHaveLength(MAILS_TO_ONE.max)
      await owner.post('/reset_password/verify', linkTo(world, FAN).link)
      const password = 'atarashii kagi 2'
      const set = { password, password_confirmation: password }
      expect((await owner.post('/reset_password/config', set)).status).toBe(204)
      expect((await owner.login(FAN, password)).status).toBe(200)
    })

    it('lets the owner in amid 1,000 guesses from 200 addresses', async () => {
      const owner = openBrowser(world)
      await owner.login(FAN, PASSWORD)
      const crowd = Array.from({ length: 200 }, (_, n) => from(n))
      let served = 0
      for (let round = 0; round < 5; round++) {
        const answers = await Promise.all(crowd.map((one) => one.login(FAN, `guess ${round}`)))
        served += answers.filter(({ status }) => status !== 429).length
      }
      expect(served).toBe(LOGIN_ATTEMPTS.max)
      expect((await owner.login(FAN, PASSWORD)).status).toBe(200)

      const fresh = from(201)
      expect((await fresh.login(FAN, PASSWORD)).status).toBe(429)
      expect((await fresh.post('/reset_password', { email: FAN })).status).toBe(202)
      await world.deliver()
      await fresh.post('/reset_password/verify', linkTo(world, FAN).link)
      const password = 'atarashii kagi 2'
      const set = { password, password_confirmation: password }
      expect((await fresh.post('/reset_password/config', set)).status).toBe(204)
      expect((await fresh.login(FAN, password)).status).toBe(200)
    })

    it('counts a repeated password prompt per session, independent of strangers’ guesses', async () => {
      const owner = openBrowser(world)
      const token = await owner.enter(FAN, PASSWORD)
      await rush()
      const change = (current_password: string, as = token) =>
        owner.put('/me/password', { current_password, password: 'atarashii kagi 2' }, as)
      expect((await change('wrong')).status).toBe(422)
      for (let n = 1; n < LOGIN_ATTEMPTS.max; n++) await change('wrong')
      expect((await change(PASSWORD)).status).toBe(429)
      // Another session of the same person has its own attempts.
      const other = await owner.enter(FAN, PASSWORD)
      expect((await change(PASSWORD, other)).status).toBe(204)
    })

    it('counts attempts across processes and restarts', async () => {
      const guesses = Array.from({ length: LOGIN_ATTEMPTS.max }, () =>
        loginAttempt(world.deps, FAN, undefined, { address: '203.0.113.1', deviceKey: null }),
      )
      for (const attempt of guesses) await (await attempt).take()
      expect((await from(1).login(FAN, PASSWORD)).status).toBe(429)
      await (await guesses[0]!).giveBack()
      expect((await from(1).login(FAN, PASSWORD)).status).toBe(200)
    })

    it('accepts the owner from anywhere after the limit’s window', async () => {
      for (let n = 0; n < LOGIN_ATTEMPTS.max; n++) await from(n).login(FAN, 'guess')
      world.clock.move(LOGIN_ATTEMPTS.perMs - 1)
      expect((await from(100).login(FAN, PASSWORD)).status).toBe(429)
      world.clock.move(1)
      expect((await from(100).login(FAN, PASSWORD)).status).toBe(200)
    })
  })
})
