import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ACCESS_TOKEN_S, REFRESH_COOKIE_S, REFRESH_GRACE_MS } from '#contract/limits.ts'
import { NOT_SAME_ORIGIN, REFRESH_IMPOSSIBLE, REFUSED, TOKEN_EXPIRED } from '#contract/messages.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'
import { inGrace } from './sessions.ts'
import { type Browser, openBrowser, SITE, said } from './testing/browser.ts'
import { addPerson, PASSWORD } from './testing/people.ts'

const FAN = 'fan@room.test'
const IMPOSSIBLE = [500, { message: REFRESH_IMPOSSIBLE }]

describe.each(apiDatabaseNames)('sessions on %s', (database) => {
  let world: World
  let browser: Browser
  beforeEach(async () => {
    world = await openWorld(database)
    await addPerson(world, 'fan')
    browser = openBrowser(world)
  })
  afterEach(() => world.close())

  const cookie = (of = browser) => of.cookies.get('refresh_token')!
  /** Another tab, or a thief: a browser with this refresh token. */
  function withCookie(token: string) {
    const other = openBrowser(world)
    other.cookies.set('refresh_token', token)
    return other
  }
  const outcome = async (answer: Response) => [answer.status, await said(answer)]
  const tokenIn = async (answer: Response) =>
    ((await answer.json()) as { access_token: string }).access_token

  describe('refresh', () => {
    it('answers 204 to who has no cookie', async () => {
      const answer = await browser.refresh()
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect(answer.headers.getSetCookie()).toEqual([])
    })

    it.each(['GET', 'POST'])('by %s gives a new token of each kind', async (method) => {
      await browser.login(FAN, PASSWORD)
      const before = cookie()
      const answer = await (method === 'GET' ? browser.get('/refresh') : browser.refresh())
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(cookie()).not.toBe(before)
      expect((await browser.me(await tokenIn(answer))).status).toBe(200)
    })

    it('goes on for as long as somebody comes back, and ends when they stay away', async () => {
      await browser.login(FAN, PASSWORD)
      for (let n = 0; n < 3; n++) {
        world.clock.move((REFRESH_COOKIE_S - 1) * 1000)
        expect((await browser.refresh()).status).toBe(200)
      }
      world.clock.move(REFRESH_COOKIE_S * 1000)
      expect(await outcome(await browser.refresh())).toEqual(IMPOSSIBLE)
    })

    it('fault 59: gives two tabs that ask within the grace the same successor', async () => {
      await browser.login(FAN, PASSWORD)
      const tab = withCookie(cookie())
      await browser.refresh()
      world.clock.move(REFRESH_GRACE_MS)
      expect((await tab.refresh()).status).toBe(200)
      expect(cookie(tab)).toBe(cookie())
      expect((await browser.refresh()).status).toBe(200)
    })

    it('fault 59: ends the whole family when a token comes back after the grace', async () => {
      const token = await browser.enter(FAN, PASSWORD)
      const thief = withCookie(cookie())
      const fresh = await tokenIn(await browser.refresh())
      world.clock.move(REFRESH_GRACE_MS + 1)
      expect(await outcome(await thief.refresh())).toEqual(IMPOSSIBLE)
      expect(await outcome(await browser.refresh())).toEqual(IMPOSSIBLE)
      for (const dead of [token, fresh]) expect((await browser.me(dead)).status).toBe(401)
    })

    it('takes no grandparent of the living token, however quick', async () => {
      await browser.login(FAN, PASSWORD)
      const thief = withCookie(cookie())
      await browser.refresh()
      await browser.refresh()
      expect(await outcome(await thief.refresh())).toEqual(IMPOSSIBLE)
      expect(await outcome(await browser.refresh())).toEqual(IMPOSSIBLE)
    })

    it('lets other devices be when one family ends', async () => {
      const phone = openBrowser(world)
      await phone.login(FAN, PASSWORD)
      await browser.login(FAN, PASSWORD)
      const thief = withCookie(cookie())
      await browser.refresh()
      world.clock.move(REFRESH_GRACE_MS + 1)
      await thief.refresh()
      expect((await phone.refresh()).status).toBe(200)
    })

    it('carries twenty tabs at once over to one successor', async () => {
      await browser.login(FAN, PASSWORD)
      const tabs = Array.from({ length: 20 }, () => withCookie(cookie()))
      const answers = await Promise.all(tabs.map((tab) => tab.refresh()))
      expect(answers.map(({ status }) => status)).toEqual(tabs.map(() => 200))
      expect(new Set(tabs.map(cookie)).size).toBe(1)
      const living = await world.db
        .selectFrom('refresh_token')
        .select('token_hash')
        .where('used_at', 'is', null)
        .execute()
      expect(living).toHaveLength(1)
      expect((await tabs[7]!.refresh()).status).toBe(200)
    })

    it.each(['suspended', 'deleted'] as const)('is over for somebody %s', async (status) => {
      await browser.login(FAN, PASSWORD)
      await world.db.updateTable('user').set({ status }).execute()
      expect(await outcome(await browser.refresh())).toEqual(IMPOSSIBLE)
    })

    it.each(['x', 'ü', "' or 1=1", 'x'.repeat(4_000)])('opens nothing for %j', async (forged) => {
      const answer = await withCookie(encodeURIComponent(forged)).refresh()
      expect(await outcome(answer)).toEqual(IMPOSSIBLE)
    })
  })

  describe('the cookie', () => {
    it.each([
      { from: 'another site', method: 'POST', headers: { origin: 'https://evil.example' } },
      {
        from: 'a picture on another site',
        method: 'GET',
        headers: { 'sec-fetch-site': 'cross-site' },
      },
      { from: 'a sandboxed frame', method: 'POST', headers: { origin: 'null' } },
      {
        from: 'a site that begins like ours',
        method: 'POST',
        headers: { origin: `${SITE}.evil.example` },
      },
    ])('does nothing for $from', async ({ method, headers }) => {
      await browser.login(FAN, PASSWORD)
      for (const path of ['/refresh', ...(method === 'POST' ? ['/logout'] : [])]) {
        const answer = await world.fetch(`/api/application${path}`, {
          method,
          headers: { cookie: `refresh_token=${cookie()}`, ...headers } as Record<string, string>,
        })
        expect(await outcome(answer)).toEqual([403, { message: NOT_SAME_ORIGIN }])
      }
      expect((await browser.refresh()).status).toBe(200)
    })
  })

  describe('an access token', () => {
    it('lives a quarter of an hour, and then says so in the words that the PWA waits for', async () => {
      const token = await browser.enter(FAN, PASSWORD)
      world.clock.move((ACCESS_TOKEN_S - 1) * 1000)
      expect((await browser.me(token)).status).toBe(200)
      world.clock.move(1000)
      expect(await outcome(await browser.me(token))).toEqual([401, { message: TOKEN_EXPIRED }])
    })

    it('dies within a minute with its session where the word of that was lost', async () => {
      const token = await browser.enter(FAN, PASSWORD)
      await browser.me(token)
      await world.db
        .updateTable('session')
        .set({ revoked_at: world.clock.now().toISOString() })
        .execute()
      world.clock.move(60_000)
      expect((await browser.me(token)).status).toBe(401)
    })

    it('opens nothing for somebody who was suspended, within a minute', async () => {
      const token = await browser.enter(FAN, PASSWORD)
      await browser.me(token)
      await world.db.updateTable('user').set({ status: 'suspended' }).execute()
      world.clock.move(60_000)
      expect(await outcome(await browser.me(token))).toEqual([401, { message: REFUSED[401] }])
    })
  })

  describe('logout', () => {
    it('ends the session, its tokens and its cookie', async () => {
      const token = await browser.enter(FAN, PASSWORD)
      await browser.me(token)
      const kept = withCookie(cookie())
      const answer = await browser.post('/logout')
      expect(answer.status).toBe(204)
      expect(answer.headers.getSetCookie()).toEqual([
        'refresh_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      ])
      expect((await browser.me(token)).status).toBe(401)
      expect(await outcome(await kept.refresh())).toEqual(IMPOSSIBLE)
    })

    it.each(['nobody', 'somebody who left already'])('is no error for %s', async (who) => {
      if (who !== 'nobody') browser.cookies.set('refresh_token', 'gone')
      expect((await browser.post('/logout')).status).toBe(204)
    })
  })

  describe('devices', () => {
    const list = async (token: string) =>
      (await (await browser.get('/me/session', { authorization: `Bearer ${token}` })).json()) as {
        id: string
        device: string
        current: boolean
      }[]

    it('are listed, the newest first, with the one that asks marked', async () => {
      const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26 Safari/604'
      await browser.post('/login', { email: FAN, password: PASSWORD }, { 'user-agent': iphone })
      world.clock.move(1000)
      const token = await browser.enter(FAN, PASSWORD)
      expect(await list(token)).toMatchObject([
        { device: '不明な端末', current: true },
        { device: 'iPhone・Safari', current: false },
      ])
    })

    it('end at once when told to, though their token was seen before', async () => {
      const lost = openBrowser(world)
      const lostToken = await lost.enter(FAN, PASSWORD)
      await lost.me(lostToken)
      const token = await browser.enter(FAN, PASSWORD)
      const { id } = (await list(token)).find(({ current }) => !current)!
      expect((await browser.remove(`/me/session/${id}`, token)).status).toBe(204)
      expect(await outcome(await lost.me(lostToken))).toEqual([401, { message: REFUSED[401] }])
      expect(await outcome(await lost.refresh())).toEqual(IMPOSSIBLE)
      expect((await browser.me(token)).status).toBe(200)
      expect((await browser.remove(`/me/session/${id}`, token)).status).toBe(404)
      expect(await list(token)).toHaveLength(1)
    })

    it('of somebody else are not there', async () => {
      await addPerson(world, 'other')
      const others = await openBrowser(world).enter('other@room.test', PASSWORD)
      const mine = await browser.enter(FAN, PASSWORD)
      const { id } = (await list(mine))[0]!
      expect((await browser.remove(`/me/session/${id}`, others)).status).toBe(404)
      expect((await browser.me(mine)).status).toBe(200)
    })
  })
})

describe('the grace', () => {
  const now = new Date('2026-11-20T03:00:00.000Z')
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()

  it.each([
    { ms: 0, holds: true },
    { ms: REFRESH_GRACE_MS - 1, holds: true },
    { ms: REFRESH_GRACE_MS, holds: true },
    { ms: REFRESH_GRACE_MS + 1, holds: false },
  ])('after $ms ms: $holds', ({ ms, holds }) => {
    expect(inGrace(ago(ms), null, now)).toBe(holds)
  })

  it('is over when the successor was used, and never begins without one', () => {
    expect(inGrace(ago(0), ago(0), now)).toBe(false)
    expect(inGrace(ago(0), undefined, now)).toBe(false)
    expect(inGrace(null, null, now)).toBe(false)
  })
})
