import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LOGIN_ATTEMPTS } from '#contract/auth/limits.ts'
import {
  ACCOUNT_SUSPENDED,
  PASSWORD_NONE,
  PASSWORD_WRONG,
  SIGN_UP_SENT,
} from '#contract/auth/messages.ts'
import { operatorSwitches } from '#contract/operator/switches/calls.ts'
import { PAUSED } from '#contract/site/switch-messages.ts'
import type { SocialProvider } from '#contract/social/calls.ts'
import { SOCIAL_AWAY_S, SOCIAL_BACK_S } from '#contract/social/limits.ts'
import {
  IDENTITY_SECOND,
  IDENTITY_TAKEN,
  SOCIAL_DOWN,
  SOCIAL_SPENT,
} from '#contract/social/messages.ts'
import { type Browser, bodyOf, linkTo, openBrowser } from '#server/features/auth/testing/browser.ts'
import { addPerson, PASSWORD } from '#server/features/auth/testing/people.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { type Lies, type Services, startOpenIdProviders } from '#server/testing/social/services.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const FAN = 'fan@room.test'
const YUKI = { id: 'u-yuki', name: '冬野ゆき', email: FAN }
const OTHER = { id: 'u-other', name: 'ほかの人' }
const form = {
  email: 'yuki@room.test',
  name: 'yuki',
  display_name: '冬野ゆき',
  birthY: '1996',
  birthM: '2',
  birthD: '28',
  gender: 2,
  terms: true,
}

let services: Services
beforeAll(async () => {
  services = await startOpenIdProviders([YUKI, OTHER])
})
afterAll(() => services.close())

describe.each(apiDatabaseNames)('social login on %s', (database) => {
  let world: World
  let phone: Browser
  beforeEach(async () => {
    services.lie({})
    world = await createWorld(database, services.env)
    await addPerson(world, 'fan')
    phone = openBrowser(world)
  })
  afterEach(() => world.close())

  /** Runs the login: start, the provider's page, and callback. */
  async function travel(provider: SocialProvider, who: string | null, by = phone) {
    const redirect = await by.get(`/auth/${provider}`)
    expect(redirect.status).toBe(302)
    const back = await services.agree(redirect.headers.get('location')!, who)
    return {
      page: back.pathname,
      code: back.searchParams.get('code') ?? '',
      state: back.searchParams.get('state') ?? '',
      error: back.searchParams.get('error'),
    }
  }
  const hand = (provider: SocialProvider, came: { code: string; state: string }, by = phone) =>
    by.post(`/auth/${provider}/callback`, { code: came.code, state: came.state })
  const finish = async (provider: SocialProvider, who: string, by = phone) =>
    hand(provider, await travel(provider, who, by), by)
  const outcome = async (answer: Response) => [answer.status, (await bodyOf(answer)).message]

  it('is refused at each step while paused by an operator, and offers the password', async () => {
    await linked()
    await addPerson(world, 'admin', { role: 'operator' })
    const turn = (enabled: boolean) =>
      world.as('admin')(operatorSwitches.turnSwitch, {
        params: { name: 'social_login' },
        body: { enabled, reason: '点検' },
      })
    const came = await travel('line', YUKI.id)
    await turn(false)
    const paused = [503, PAUSED.social_login]
    expect(await outcome(await phone.get('/auth/line'))).toEqual(paused)
    expect(await outcome(await hand('line', came))).toEqual(paused)
    expect((await phone.post('/login', { email: FAN, password: PASSWORD })).status).toBe(200)
    await turn(true)
    expect((await finish('line', YUKI.id)).status).toBe(200)
  })
  const tokenOf = async (answer: Response) =>
    ((await answer.json()) as { access_token: string }).access_token
  const identities = () =>
    world.db.selectFrom('identity').select(['user_id', 'provider', 'subject']).execute()
  const linked = (user = 'fan', subject = YUKI.id, provider: SocialProvider = 'line') =>
    world.add('identity', {
      id: `${provider} of ${user}`,
      user_id: user,
      provider,
      subject,
      created_at: world.clock.now().toISOString(),
    })
  const subjectsTo = async (address: string) => {
    await world.deliver()
    return world.mail.sent.filter(({ to }) => to === address).map(({ subject }) => subject)
  }
  const linking = (token: string, password = PASSWORD, provider = 'line', by = phone) =>
    by.post(`/me/identity/${provider}`, { password }, { authorization: `Bearer ${token}` })
  const ways = async (token: string) =>
    (await phone.get('/me/identity', { authorization: `Bearer ${token}` })).json()

  describe.each(['twitter', 'line'] as const)('%s', (provider) => {
    it('logs a known identity in with an ordinary session', async () => {
      await linked('fan', YUKI.id, provider)
      const came = await travel(provider, YUKI.id)
      expect(came.page).toBe(provider === 'line' ? '/callback' : '/callback/twitter')
      const answer = await hand(provider, came)
      expect(answer.status).toBe(200)
      const token = await tokenOf(answer)
      expect(await (await phone.me(token)).json()).toMatchObject({ name: 'fan' })
      expect((await phone.refresh()).status).toBe(200)
    })

    it('refuses a callback without its state, or with another one’s (65)', async () => {
      await linked('fan', YUKI.id, provider)
      const came = await travel(provider, YUKI.id)
      const stranger = openBrowser(world)
      const otherLogin = await travel(provider, OTHER.id, stranger)
      for (const state of [otherLogin.state, `${came.state}x`, 'x'])
        expect(await outcome(await hand(provider, { ...came, state }))).toEqual([410, SOCIAL_SPENT])
      expect((await hand(provider, { ...came, state: '' })).status).toBe(422)
      expect(await outcome(await hand(provider, came, openBrowser(world)))).toEqual([
        410,
        SOCIAL_SPENT,
      ])
      expect(await outcome(await hand(provider, came, stranger))).toEqual([410, SOCIAL_SPENT])
      expect((await hand(provider, came)).status).toBe(200)
    })

    it('accepts a callback once, also with concurrent calls (65)', async () => {
      await linked('fan', YUKI.id, provider)
      const came = await travel(provider, YUKI.id)
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => hand(provider, came, cloneOf(phone))),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410])
      expect((await hand(provider, came)).status).toBe(410)
      expect(await world.db.selectFrom('session').selectAll().execute()).toHaveLength(1)
    })

    it('refuses a code of another login by its PKCE key (65)', async () => {
      await linked('fan', YUKI.id, provider)
      const stolen = await travel(provider, YUKI.id)
      const thief = openBrowser(world)
      const ownLogin = await travel(provider, OTHER.id, thief)
      const swapped = await hand(provider, { ...ownLogin, code: stolen.code }, thief)
      expect(await outcome(swapped)).toEqual([410, SOCIAL_SPENT])
      expect(thief.cookies.has('refresh_token')).toBe(false)
    })

    it('refuses a late callback', async () => {
      await linked('fan', YUKI.id, provider)
      const late = await travel(provider, YUKI.id)
      world.clock.move(SOCIAL_AWAY_S * 1_000)
      expect((await hand(provider, late)).status).toBe(410)
    })

    it('refuses a callback of the other provider, or from another site', async () => {
      await linked('fan', YUKI.id, provider)
      const came = await travel(provider, YUKI.id)
      const other = provider === 'line' ? 'twitter' : 'line'
      const forged = await phone.post(
        `/auth/${provider}/callback`,
        { code: came.code, state: came.state },
        { origin: 'https://evil.example' },
      )
      expect(forged.status).toBe(403)
      expect((await hand(other, came)).status).toBe(410)
    })

    it('reports a provider outage with a message, and logs no secrets', async () => {
      await linked('fan', YUKI.id, provider)
      const came = await travel(provider, YUKI.id)
      services.lie({ token: (response) => response.writeHead(500).end('no') })
      const answer = await hand(provider, came)
      expect([answer.headers.get('retry-after'), ...(await outcome(answer))]).toEqual([
        '5',
        503,
        SOCIAL_DOWN,
      ])
      const log = JSON.stringify(world.log.lines)
      expect(log).toContain('a social login failed')
      for (const secret of [came.code, came.state, services.env.X_CLIENT_SECRET])
        expect(log).not.toContain(secret)
    })

    it('refuses users who may not log in by password either', async () => {
      await addPerson(world, 'banned', { status: 'suspended' })
      await linked('banned', YUKI.id, provider)
      const answer = await finish(provider, YUKI.id)
      expect(await outcome(answer)).toEqual([403, ACCOUNT_SUSPENDED])
      expect(phone.cookies.has('refresh_token')).toBe(false)
    })
  })

  it.each<[string, Lies]>([
    ['signed by somebody else', { key: 'x'.repeat(32) }],
    ['not signed at all', { algorithm: 'none' }],
    ['signed in another way', { algorithm: 'HS512', key: 'x'.repeat(64) }],
    ['made by another', { claims: { iss: 'https://evil.example' } }],
    ['made for another', { claims: { aud: 'another-client' } }],
    ['of another trip', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['run out', { claims: { iat: 1_700_000_000, exp: 1_700_000_600 } }],
    ['of nobody', { claims: { sub: undefined } }],
  ])('fault 65: believes no id token that is %s', async (_, lie) => {
    await linked()
    const came = await travel('line', YUKI.id)
    services.lie(lie)
    expect(await outcome(await hand('line', came))).toEqual([410, SOCIAL_SPENT])
    expect(phone.cookies.has('refresh_token')).toBe(false)
  })

  it('answers 404 unless configured', async () => {
    const plain = await createWorld(database)
    const answer = await plain.fetch('/api/application/auth/line')
    expect(answer.status).toBe(404)
    const { social } = (await (await plain.fetch('/api/application/config')).json()) as {
      social: string[]
    }
    await plain.close()
    expect(social).toEqual([])
    const here = (await (await phone.get('/config')).json()) as { social: string[] }
    expect(here.social).toEqual(['twitter', 'line'])
  })

  it('binds the login to the browser by an HttpOnly cookie, and uses PKCE', async () => {
    const redirect = await phone.get('/auth/line')
    const [cookie] = redirect.headers.getSetCookie()
    expect(cookie).toMatch(/^social=[\w-]{43};.*HttpOnly.*SameSite=Lax/)
    const params = new URL(redirect.headers.get('location')!).searchParams
    expect(params.get('code_challenge_method')).toBe('S256')
    expect(params.get('redirect_uri')).toBe('http://room.test/callback')
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(cookie).not.toContain(params.get(name)!)
    const stored = JSON.stringify(await world.db.selectFrom('signed_link').selectAll().execute())
    for (const secret of [params.get('state')!, params.get('nonce')!, phone.cookies.get('social')!])
      expect(stored).not.toContain(secret)
  })

  describe('new user', () => {
    const join = (changed: object = {}, by = phone) =>
      by.post('/signup/social', { ...form, ...changed })
    async function mailed(changed: { email?: string; name?: string } = {}, by = phone) {
      expect((await join(changed, by)).status).toBe(202)
      await world.deliver()
      return linkTo(world, changed.email ?? form.email).link
    }

    it('is not matched by the provider’s email address', async () => {
      const answer = await finish('line', YUKI.id)
      const newcomer = { provider: 'line', display_name: YUKI.name, email: FAN }
      expect([answer.status, await answer.json()]).toEqual([202, newcomer])
      expect(phone.cookies.has('refresh_token')).toBe(false)
      expect(await (await phone.get('/signup/social')).json()).toEqual(newcomer)
      expect(await identities()).toEqual([])
    })

    it('completes the form, verifies the email, and then logs in by the provider', async () => {
      await finish('twitter', YUKI.id)
      const response = await join()
      expect([response.status, await bodyOf(response)]).toEqual([202, { message: SIGN_UP_SENT }])
      expect(await identities()).toEqual([])
      await world.deliver()
      expect(world.mail.sent.at(-1)!.text).toContain('Xのアカウントでログインする登録です')
      const verified = await phone.post('/verify_mail', linkTo(world, form.email).link)
      expect(verified.status).toBe(200)
      const me = await (await phone.me(await tokenOf(verified))).json()
      expect(me).toMatchObject({ name: 'yuki', email: form.email, birthY: 1996, gender: 2 })
      const again = await finish('twitter', YUKI.id, openBrowser(world))
      expect(again.status).toBe(200)
      const token = await tokenOf(again)
      expect(await ways(token)).toMatchObject({
        password: false,
        identities: [{ provider: 'twitter' }],
      })
      expect((await phone.login(form.email, '')).status).toBe(422)
      expect((await phone.login(form.email, PASSWORD)).status).toBe(401)
    })

    it.each([
      ['terms', { terms: false }],
      ['birthY', { birthY: 2027 }],
      ['guardian_consent', { birthY: 2012 }],
      ['email', { email: '' }],
      ['name', { name: 'login' }],
      ['name', { name: 'f_an' }],
      ['gender', { gender: 3 }],
    ])('must provide %s as in the ordinary sign-up: %j', async (field, changed) => {
      await finish('twitter', YUKI.id)
      const answer = await join(changed)
      expect([answer.status, Object.keys((await bodyOf(answer)).errors ?? {})]).toEqual([
        422,
        [field],
      ])
    })

    it('is not created without a recent callback', async () => {
      expect(await outcome(await join())).toEqual([410, SOCIAL_SPENT])
      expect((await phone.get('/signup/social')).status).toBe(204)
      await finish('twitter', YUKI.id)
      world.clock.move(SOCIAL_BACK_S * 1_000)
      expect(await outcome(await join())).toEqual([410, SOCIAL_SPENT])
    })

    it('gets the same response for a registered email; only the email to its owner differs (62)', async () => {
      await finish('line', YUKI.id)
      const [known, fresh] = [await join({ email: FAN }), await join()]
      expect([known.status, await known.text()]).toEqual([fresh.status, await fresh.text()])
      expect(await subjectsTo(FAN)).toEqual(['【Room】このメールアドレスは登録済みです'])
      expect(world.mail.sent.find(({ to }) => to === FAN)!.text).not.toContain('signature')
    })

    it('is created once, despite two concurrent links', async () => {
      await finish('line', YUKI.id)
      const links = [await mailed(), await mailed({ email: 'two@room.test', name: 'another_one' })]
      const answers = await Promise.all(links.map((link) => phone.post('/verify_mail', link)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const lost = answers.find(({ status }) => status === 409)!
      expect((await bodyOf(lost)).message).toBe(IDENTITY_TAKEN)
      expect(await identities()).toHaveLength(1)
      expect(await world.db.selectFrom('user').select('id').execute()).toHaveLength(2)
      expect((await join()).status).toBe(409)
    })

    it('can set a password by email, and then has two login methods', async () => {
      await finish('line', YUKI.id)
      const token = await tokenOf(await phone.post('/verify_mail', await mailed()))
      const changed = await phone.put('/me/email', { email: 'x@room.test', password: 'x' }, token)
      expect((await bodyOf(changed)).errors).toEqual({ password: [PASSWORD_NONE] })
      await phone.post('/reset_password', { email: form.email })
      await world.deliver()
      await phone.post('/reset_password/verify', linkTo(world, form.email).link)
      const secret = 'atarashii kagi 5'
      await phone.post('/reset_password/config', {
        password: secret,
        password_confirmation: secret,
      })
      expect((await phone.login(form.email, secret)).status).toBe(200)
      expect((await finish('line', YUKI.id)).status).toBe(200)
    })
  })

  describe('existing account', () => {
    const login = (password = PASSWORD, by = phone) =>
      by.post('/login/social', { email: FAN, password })

    it('is linked after its password, and its owner is emailed (65)', async () => {
      await finish('line', YUKI.id)
      expect((await login('not this one')).status).toBe(401)
      expect(await identities()).toEqual([])
      const answer = await login()
      expect(answer.status).toBe(200)
      expect(await (await phone.me(await tokenOf(answer))).json()).toMatchObject({ name: 'fan' })
      expect(await identities()).toEqual([{ user_id: 'fan', provider: 'line', subject: YUKI.id }])
      expect(await subjectsTo(FAN)).toEqual(['【Room】LINEと連携しました'])
      expect((await finish('line', YUKI.id, openBrowser(world))).status).toBe(200)
      expect(await outcome(await login())).toEqual([410, SOCIAL_SPENT])
    })

    it('has the login’s limit on wrong passwords (63)', async () => {
      await finish('line', YUKI.id)
      for (let n = 0; n < LOGIN_ATTEMPTS.max; n++) await login('not this one')
      expect((await login()).status).toBe(429)
      expect((await phone.login(FAN, PASSWORD)).status).toBe(429)
    })

    it('is linked to one identity per provider, and an identity to one account', async () => {
      await addPerson(world, 'second')
      await linked('second')
      await linked('fan', OTHER.id, 'twitter')
      await finish('twitter', YUKI.id)
      expect(await outcome(await login())).toEqual([409, IDENTITY_SECOND])
      const token = await phone.enter(FAN, PASSWORD)
      expect((await linking(token)).status).toBe(200)
      const response = await linking(token)
      const { url } = (await response.json()) as { url: string }
      const back = (await services.agree(url, YUKI.id)).searchParams
      const answer = await hand('line', { code: back.get('code')!, state: back.get('state')! })
      expect(await outcome(answer)).toEqual([409, IDENTITY_TAKEN])
      expect(await identities()).toHaveLength(2)
    })

    it('is one of two that are linked concurrently', async () => {
      await addPerson(world, 'second')
      const laptop = openBrowser(world)
      await finish('line', YUKI.id)
      await finish('line', YUKI.id, laptop)
      const answers = await Promise.all([
        login(),
        laptop.post('/login/social', { email: 'second@room.test', password: PASSWORD }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await identities()).toHaveLength(1)
      expect(await world.db.selectFrom('session').selectAll().execute()).toHaveLength(1)
    })
  })

  describe('settings', () => {
    let token: string
    beforeEach(async () => {
      token = await phone.enter(FAN, PASSWORD)
    })
    async function link(provider: SocialProvider = 'line', who = YUKI.id) {
      const response = await linking(token, PASSWORD, provider)
      expect(response.status).toBe(200)
      const { url } = (await response.json()) as { url: string }
      const back = (await services.agree(url, who)).searchParams
      return { code: back.get('code')!, state: back.get('state')! }
    }
    const unlink = (provider: string, password = PASSWORD) =>
      phone.remove(`/me/identity/${provider}`, token, { password })

    it('link an identity after the password and show it', async () => {
      const response = await linking(token, 'not this one')
      expect((await bodyOf(response)).errors).toEqual({ password: [PASSWORD_WRONG] })
      const came = await link()
      expect((await hand('line', came)).status).toBe(204)
      expect(await ways(token)).toMatchObject({
        password: true,
        identities: [{ provider: 'line' }],
      })
      expect(await subjectsTo(FAN)).toEqual(['【Room】LINEと連携しました'])
      expect((await hand('line', await link())).status).toBe(204)
      expect(await identities()).toHaveLength(1)
    })

    it('link nothing after the session ended or the password changed', async () => {
      const came = await link()
      await phone.post('/logout')
      expect(await outcome(await hand('line', came))).toEqual([410, SOCIAL_SPENT])
      token = await phone.enter(FAN, PASSWORD)
      const second = await link()
      const passwords = { current_password: PASSWORD, password: 'atarashii kagi 5' }
      expect((await phone.put('/me/password', passwords, token)).status).toBe(204)
      expect((await hand('line', second)).status).toBe(410)
      expect(await identities()).toEqual([])
    })

    it('unlink after the password, with an email, and refuse its login', async () => {
      await hand('line', await link())
      expect((await bodyOf(await unlink('line', 'not this one'))).errors).toEqual({
        password: [PASSWORD_WRONG],
      })
      expect((await unlink('line')).status).toBe(204)
      expect((await unlink('line')).status).toBe(404)
      expect(await subjectsTo(FAN)).toContain('【Room】LINEとの連携を解除しました')
      expect((await finish('line', YUKI.id, openBrowser(world))).status).toBe(202)
    })

    it('refuse to unlink without a password, the last login method', async () => {
      await world.db.updateTable('user').set({ password_hash: null }).execute()
      await linked()
      await linked('fan', YUKI.id, 'twitter')
      for (const provider of ['line', 'twitter']) {
        const answer = await unlink(provider)
        expect([answer.status, (await bodyOf(answer)).errors]).toEqual([
          422,
          { password: [PASSWORD_NONE] },
        ])
      }
      expect(await identities()).toHaveLength(2)
    })
  })

  it('is unlinked with the deletion of the account, and then counts as new', async () => {
    await linked()
    const token = await phone.enter(FAN, PASSWORD)
    expect((await phone.remove('/me', token, { password: PASSWORD })).status).toBe(204)
    expect(await identities()).toEqual([])
    expect((await finish('line', YUKI.id)).status).toBe(202)
  })

  it('ends without a result when refused on the provider’s page', async () => {
    const came = await travel('line', null)
    expect([came.error, came.code]).toEqual(['access_denied', ''])
    expect((await phone.post('/auth/line/callback', { state: came.state })).status).toBe(422)
  })

  /** Another tab of the same browser. */
  function cloneOf(browser: Browser) {
    const tab = openBrowser(world)
    for (const [name, value] of browser.cookies) tab.cookies.set(name, value)
    return tab
  }
})
