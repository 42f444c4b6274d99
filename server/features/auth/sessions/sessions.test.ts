import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  ACCESS_TOKEN_S,
  REFRESH_COOKIE_S,
  REFRESH_GRACE_MS,
  SESSION_MAX_DAYS,
} from '#contract/auth/limits.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import {
  NOT_SAME_ORIGIN,
  REFRESH_IMPOSSIBLE,
  STATUS_MESSAGES,
  TOKEN_EXPIRED,
} from '#contract/shared/messages.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { type Browser, bodyOf, openBrowser, SITE } from '../testing/browser.ts'
import { addPerson, PASSWORD } from '../testing/people.ts'
import { inGrace } from './sessions.ts'

const FAN = 'fan@room.test'
const IMPOSSIBLE = [500, { message: REFRESH_IMPOSSIBLE }]

describe.each(apiDatabaseNames)('sessions on %s', (database) => {
  let world: World
  let browser: Browser
  beforeEach(async () => {
    world = await createWorld(database)
    await addPerson(world, 'fan')
    browser = openBrowser(world)
  })
  afterEach(() => world.close())

  const cookie = (of = browser) => of.cookies.get('refresh_token')!
  /** A second browser with this refresh token: another tab, or a thief. */
  function withCookie(token: string) {
    const other = openBrowser(world)
    other.cookies.set('refresh_token', token)
    return other
  }
  const outcome = async (answer: Response) => [answer.status, await bodyOf(answer)]
  const tokenIn = async (answer: Response) =>
    ((await answer.json()) as { access_token: string }).access_token

  describe('refresh', () => {
    it('answers 204 without a cookie', async () => {
      const answer = await browser.refresh()
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect(answer.headers.getSetCookie()).toEqual([])
    })

    it.each(['GET', 'POST'])('by %s returns a new token of each kind', async (method) => {
      await browser.login(FAN, PASSWORD)
      const before = cookie()
      const answer = await (method === 'GET' ? browser.get('/refresh') : browser.refresh())
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(cookie()).not.toBe(before)
      expect((await browser.me(await tokenIn(answer))).status).toBe(200)
    })

    it('extends the session at each visit; without visits it expires', async () => {
      await browser.login(FAN, PASSWORD)
      for (let n = 0; n < 3; n++) {
        world.clock.move((REFRESH_COOKIE_S - 1) * 1000)
        expect((await browser.refresh()).status).toBe(200)
      }
      world.clock.move(REFRESH_COOKIE_S * 1000)
      expect(await outcome(await browser.refresh())).toEqual(IMPOSSIBLE)
    })

    it('ends the session at a fixed age, however often it was used', async () => {
      await browser.login(FAN, PASSWORD)
      for (let day = 0; day < SESSION_MAX_DAYS; day += 18) {
        world.clock.move(18 * DAY_MS - (day === 0 ? 1 : 0))
        expect((await browser.refresh()).status).toBe(200)
      }
      world.clock.move(1)
      expect(await outcome(await browser.refresh())).toEqual(IMPOSSIBLE)
      expect((await browser.login(FAN, PASSWORD)).status).toBe(200)
    })

    it('gives two tabs within the grace period the same successor (59)', async () => {
      await browser.login(FAN, PASSWORD)
      const tab = withCookie(cookie())
      await browser.refresh()
      world.clock.move(REFRESH_GRACE_MS)
      expect((await tab.refresh()).status).toBe(200)
      expect(cookie(tab)).toBe(cookie())
      expect((await browser.refresh()).status).toBe(200)
    })

    it('revokes the token family when a token is reused after the grace period (59)', async () => {
      const token = await browser.enter(FAN, PASSWORD)
      const thief = withCookie(cookie())
      const fresh = await tokenIn(await browser.refresh())
      world.clock.move(REFRESH_GRACE_MS + 1)
      expect(await outcome(await thief.refresh())).toEqual(IMPOSSIBLE)
      expect(await outcome(await browser.refresh())).toEqual(IMPOSSIBLE)
      for (const dead of [token, fresh]) expect((await browser.me(dead)).status).toBe(401)
    })

    it('refuses the predecessor of the current token’s predecessor, even at once', async () => {
      await browser.login(FAN, PASSWORD)
      const thief = withCookie(cookie())
      await browser.refresh()
      await browser.refresh()
      expect(await outcome(await thief.refresh())).toEqual(IMPOSSIBLE)
      expect(await outcome(await browser.refresh())).toEqual(IMPOSSIBLE)
    })

    it('leaves other devices logged in when one family is revoked', async () => {
      const phone = openBrowser(world)
      await phone.login(FAN, PASSWORD)
      await browser.login(FAN, PASSWORD)
      const thief = withCookie(cookie())
      await browser.refresh()
      world.clock.move(REFRESH_GRACE_MS + 1)
      await thief.refresh()
      expect((await phone.refresh()).status).toBe(200)
    })

    it('gives twenty concurrent tabs one successor', async () => {
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

    it.each(['suspended', 'deleted'] as const)('is refused for a %s user', async (status) => {
      await browser.login(FAN, PASSWORD)
      await world.db.updateTable('user').set({ status }).execute()
      expect(await outcome(await browser.refresh())).toEqual(IMPOSSIBLE)
    })

    it.each(['x', 'ü', "' or 1=1", 'x'.repeat(4_000)])(
      'refuses the forged token %j',
      async (forged) => {
        const answer = await withCookie(encodeURIComponent(forged)).refresh()
        expect(await outcome(answer)).toEqual(IMPOSSIBLE)
      },
    )
  })

  describe('refresh cookie', () => {
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
    ])('is refused from $from', async ({ method, headers }) => {
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

  describe('access token', () => {
    it('expires after a quarter of an hour with the message that the PWA expects', async () => {
      const token = await browser.enter(FAN, PASSWORD)
      world.clock.move((ACCESS_TOKEN_S - 1) * 1000)
      expect((await browser.me(token)).status).toBe(200)
      world.clock.move(1000)
      expect(await outcome(await browser.me(token))).toEqual([401, { message: TOKEN_EXPIRED }])
    })

    it('is refused within a minute of its session’s end, even if the SESSION_ENDED message was lost', async () => {
      const token = await browser.enter(FAN, PASSWORD)
      await browser.me(token)
      await world.db
        .updateTable('session')
        .set({ revoked_at: world.clock.now().toISOString() })
        .execute()
      world.clock.move(60_000)
      expect((await browser.me(token)).status).toBe(401)
    })

    it('is refused within a minute of a suspension', async () => {
      const token = await browser.enter(FAN, PASSWORD)
      await browser.me(token)
      await world.db.updateTable('user').set({ status: 'suspended' }).execute()
      world.clock.move(60_000)
      expect(await outcome(await browser.me(token))).toEqual([
        401,
        { message: STATUS_MESSAGES[401] },
      ])
    })
  })

  describe('logout', () => {
    it('revokes the session, its tokens and its cookie', async () => {
      const token = await browser.enter(FAN, PASSWORD)
      await browser.me(token)
      const staleBrowser = withCookie(cookie())
      const answer = await browser.post('/logout')
      expect(answer.status).toBe(204)
      expect(answer.headers.getSetCookie()).toEqual([
        'refresh_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      ])
      expect((await browser.me(token)).status).toBe(401)
      expect(await outcome(await staleBrowser.refresh())).toEqual(IMPOSSIBLE)
    })

    it.each(['nobody', 'somebody who left already'])('succeeds for %s', async (who) => {
      if (who !== 'nobody') browser.cookies.set('refresh_token', 'gone')
      expect((await browser.post('/logout')).status).toBe(204)
    })
  })

  describe('list of devices', () => {
    const list = async (token: string) =>
      (await (await browser.get('/me/session', { authorization: `Bearer ${token}` })).json()) as {
        id: string
        device: string
        current: boolean
      }[]

    it('is sorted newest first and marks the current one', async () => {
      const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26 Safari/604'
      await browser.post('/login', { email: FAN, password: PASSWORD }, { 'user-agent': iphone })
      world.clock.move(1000)
      const token = await browser.enter(FAN, PASSWORD)
      expect(await list(token)).toMatchObject([
        { device: '不明な端末', current: true },
        { device: 'iPhone・Safari', current: false },
      ])
    })

    it('ends a session at once, although its token was cached', async () => {
      const lost = openBrowser(world)
      const lostToken = await lost.enter(FAN, PASSWORD)
      await lost.me(lostToken)
      const token = await browser.enter(FAN, PASSWORD)
      const { id } = (await list(token)).find(({ current }) => !current)!
      expect((await browser.remove(`/me/session/${id}`, token)).status).toBe(204)
      expect(await outcome(await lost.me(lostToken))).toEqual([
        401,
        { message: STATUS_MESSAGES[401] },
      ])
      expect(await outcome(await lost.refresh())).toEqual(IMPOSSIBLE)
      expect((await browser.me(token)).status).toBe(200)
      expect((await browser.remove(`/me/session/${id}`, token)).status).toBe(404)
      expect(await list(token)).toHaveLength(1)
    })

    it('contains no devices of others', async () => {
      await addPerson(world, 'other')
      const otherToken = await openBrowser(world).enter('other@room.test', PASSWORD)
      const ownToken = await browser.enter(FAN, PASSWORD)
      const { id } = (await list(ownToken))[0]!
      expect((await browser.remove(`/me/session/${id}`, otherToken)).status).toBe(404)
      expect((await browser.me(ownToken)).status).toBe(200)
    })
  })
})

describe('grace period of a refresh token', () => {
  const now = new Date('2026-11-20T03:00:00.000Z')
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()

  it.each([
    { ms: 0, holds: true },
    { ms: REFRESH_GRACE_MS - 1, holds: true },
    { ms: REFRESH_GRACE_MS, holds: true },
    { ms: REFRESH_GRACE_MS + 1, holds: false },
  ])('after $ms ms holds: $holds', ({ ms, holds }) => {
    expect(inGrace(ago(ms), null, now)).toBe(holds)
  })

  it('ends when the successor was used, and does not begin without one', () => {
    expect(inGrace(ago(0), ago(0), now)).toBe(false)
    expect(inGrace(ago(0), undefined, now)).toBe(false)
    expect(inGrace(null, null, now)).toBe(false)
  })
})
