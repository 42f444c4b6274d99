import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LOGIN_ATTEMPTS, RESET_LINK_S, RESET_TOKEN_S } from '#contract/auth/limits.ts'
import {
  LINK_SPENT,
  PASSWORD_COMMON,
  PASSWORDS_DIFFER,
  RESET_SENT,
} from '#contract/auth/messages.ts'
import { REFRESH_IMPOSSIBLE, STATUS_MESSAGES } from '#contract/shared/messages.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { type Browser, bodyOf, linkTo, openBrowser } from '../testing/browser.ts'
import { addPerson, PASSWORD } from '../testing/people.ts'

const FAN = 'fan@room.test'
const NEW = 'atarashii kagi 5'

describe.each(apiDatabaseNames)('password reset on %s', (database) => {
  let world: World
  let browser: Browser
  beforeEach(async () => {
    world = await createWorld(database)
    await addPerson(world, 'fan')
    browser = openBrowser(world)
  })
  afterEach(() => world.close())

  const ask = (email = FAN) => browser.post('/reset_password', { email })
  async function mailed() {
    await ask()
    await world.deliver()
    return linkTo(world, FAN).link
  }
  const trade = (link: object, by = browser) => by.post('/reset_password/verify', link)
  const set = (password = NEW, password_confirmation = password, by = browser) =>
    by.post('/reset_password/config', { password, password_confirmation })
  const getToken = (by = browser) => by.get('/reset_password/token')
  const outcome = async (answer: Response) => [answer.status, (await bodyOf(answer)).message]

  it('replaces the password by way of the emailed link', async () => {
    const response = await ask()
    expect([response.status, await bodyOf(response)]).toEqual([202, { message: RESET_SENT }])
    await world.deliver()
    const { page, link } = linkTo(world, FAN)
    expect(page).toBe('/pre_password_config')
    // A mail scanner opens the link.
    const seen = await openBrowser(world).post('/signed_link', link)
    expect([seen.status, await seen.json()]).toEqual([
      200,
      {
        ...{ purpose: 'reset_password', email: null, name: null, next: null },
        ...{ needs_name: false, needs_password: false },
      },
    ])
    const traded = await trade(link)
    expect([traded.status, await traded.text()]).toEqual([204, ''])
    expect(traded.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^reset_token=[\\w-]{43}; Max-Age=${RESET_TOKEN_S}; Path=/; HttpOnly; SameSite=Lax$`,
        ),
      ),
    ])
    expect((await getToken()).status).toBe(204)
    const done = await set()
    expect([done.status, await done.text()]).toEqual([204, ''])
    expect(browser.cookies.has('reset_token')).toBe(false)
    expect((await browser.login(FAN, PASSWORD)).status).toBe(401)
    expect((await browser.login(FAN, NEW)).status).toBe(200)
  })

  it('leads back to the page for which the password was forgotten, also on another device', async () => {
    const next = '/community/aoi/e_ticket/d1?buy&type=a#code=HARU'
    await browser.post('/reset_password', { email: FAN, next })
    const [row] = await world.db.selectFrom('signed_link').select('payload').execute()
    expect(row?.payload).not.toContain('HARU')
    await world.deliver()
    const { link } = linkTo(world, FAN)
    const seen = await bodyOf(await openBrowser(world).post('/signed_link', link))
    expect(seen).toMatchObject({ purpose: 'reset_password', next })
  })

  it('ignores a page of another site', async () => {
    await browser.post('/reset_password', { email: FAN, next: '//elsewhere.test' })
    await world.deliver()
    const { link } = linkTo(world, FAN)
    expect(await bodyOf(await browser.post('/signed_link', link))).toMatchObject({ next: null })
  })

  it('ends every session at once and emails the owner (64)', async () => {
    const [phone, laptop] = [openBrowser(world), openBrowser(world)]
    const tokens = [await phone.enter(FAN, PASSWORD), await laptop.enter(FAN, PASSWORD)]
    for (const token of tokens) expect((await phone.me(token)).status).toBe(200)
    await addPerson(world, 'other')
    const otherToken = await openBrowser(world).enter('other@room.test', PASSWORD)
    await trade(await mailed())
    await set()
    for (const token of tokens) expect((await phone.me(token)).status).toBe(401)
    for (const device of [phone, laptop])
      expect(await outcome(await device.refresh())).toEqual([500, REFRESH_IMPOSSIBLE])
    expect((await phone.me(otherToken)).status).toBe(200)
    await world.deliver()
    const email = world.mail.sent.at(-1)!
    expect([email.to, email.subject]).toEqual([FAN, '【Room】パスワードを変更しました'])
    expect(email.text).toContain('2026年11月20日')
    expect(email.text).not.toContain('signature')
  })

  it.each([
    { who: 'nobody', email: 'nobody@room.test' },
    { who: 'somebody suspended', email: 'banned@room.test' },
    { who: 'somebody who left', email: 'gone@room.test' },
  ])('has the same response and work, and sends no email, for $who', async ({ email }) => {
    await addPerson(world, 'banned', { status: 'suspended' })
    await addPerson(world, 'gone', { status: 'deleted' })
    const [unknown, known] = [await ask(email), await ask(` ${FAN.toUpperCase()}`)]
    expect(unknown.status).toBe(known.status)
    expect(await unknown.text()).toBe(await known.text())
    const links = await world.db.selectFrom('signed_link').selectAll().execute()
    const work = await world.db.selectFrom('outbox').selectAll().execute()
    expect([links.length, work.length]).toEqual([2, 2])
    await world.deliver()
    expect(world.mail.sent.map(({ to }) => to)).toEqual([FAN])
  })

  describe('reset link', () => {
    it('is valid once (64)', async () => {
      const link = await mailed()
      await trade(link)
      const again = openBrowser(world)
      expect(await outcome(await trade(link, again))).toEqual([410, LINK_SPENT])
      expect(again.cookies.size).toBe(0)
    })

    it('expires after an hour (64)', async () => {
      const link = await mailed()
      world.clock.move(RESET_LINK_S * 1000 - 1)
      expect((await trade(link)).status).toBe(204)
      const late = await mailed()
      world.clock.move(RESET_LINK_S * 1000)
      expect(await outcome(await trade(late))).toEqual([410, LINK_SPENT])
    })

    it('is refused when any part is altered (64)', async () => {
      await addPerson(world, 'other')
      const link = await mailed()
      await ask('other@room.test')
      await world.deliver()
      const other = linkTo(world, 'other@room.test').link
      const forged = [
        { ...link, id: other.id },
        { ...link, signature: other.signature },
        { ...link, expires: '9999999999' },
        { ...link, signature: `${link.signature}A` },
      ]
      for (const one of forged)
        expect(await outcome(await trade(one)), JSON.stringify(one)).toEqual([
          404,
          STATUS_MESSAGES[404],
        ])
      expect((await browser.post('/verify_mail', link)).status).toBe(404)
      expect(browser.cookies.size).toBe(0)
    })

    it('points to the configured site, whatever the Host header (64)', async () => {
      await browser.post('/reset_password', { email: FAN }, { 'x-forwarded-host': 'evil.example' })
      await world.fetch('http://evil.example/api/application/reset_password', {
        method: 'POST',
        headers: { 'content-type': 'application/json', host: 'evil.example' },
        body: JSON.stringify({ email: FAN }),
      })
      await world.deliver()
      expect(world.mail.sent).toHaveLength(2)
      for (const { text } of world.mail.sent) {
        expect(text).toContain('http://room.test/pre_password_config?')
        expect(text).not.toContain('evil')
      }
    })

    it('becomes invalid with all others once a password is set', async () => {
      const [first, second, third] = [await mailed(), await mailed(), await mailed()]
      const other = openBrowser(world)
      await trade(second, other)
      await trade(first)
      await set()
      expect(await outcome(await set('mata betsu no 3', undefined, other))).toEqual([
        410,
        LINK_SPENT,
      ])
      expect(await outcome(await trade(third))).toEqual([410, LINK_SPENT])
    })
  })

  describe('reset token', () => {
    it.each(['none', 'a forged one'])('is required: %s', async (which) => {
      if (which !== 'none') browser.cookies.set('reset_token', 'forged')
      expect((await getToken()).status).toBe(404)
      expect((await set()).status).toBe(which === 'none' ? 404 : 410)
      expect((await browser.login(FAN, PASSWORD)).status).toBe(200)
    })

    it('is not interchangeable with a refresh token', async () => {
      await browser.login(FAN, PASSWORD)
      browser.cookies.set('reset_token', browser.cookies.get('refresh_token')!)
      expect((await set()).status).toBe(410)
    })

    it('expires after a quarter of an hour', async () => {
      await trade(await mailed())
      world.clock.move(RESET_TOKEN_S * 1000 - 1)
      expect((await getToken()).status).toBe(204)
      world.clock.move(1)
      expect((await getToken()).status).toBe(404)
      expect(await outcome(await set())).toEqual([410, LINK_SPENT])
    })

    it('sets one password, also with concurrent requests', async () => {
      await trade(await mailed())
      const token = browser.cookies.get('reset_token')!
      const passwords = ['kagi hitotsu 1', 'kagi futatsu 2', 'kagi mittsu 3', 'kagi yottsu 4']
      const answers = await Promise.all(
        passwords.map((word) => {
          const tab = openBrowser(world)
          tab.cookies.set('reset_token', token)
          return set(word, word, tab)
        }),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 410, 410, 410])
      const winner = passwords[answers.findIndex(({ status }) => status === 204)]!
      expect((await browser.login(FAN, winner)).status).toBe(200)
    })

    it('stays valid after a refused password', async () => {
      await trade(await mailed())
      const cases = [
        {
          answer: await set(NEW, `${NEW}!`),
          errors: { password_confirmation: [PASSWORDS_DIFFER] },
        },
        { answer: await set('password1'), errors: { password: [PASSWORD_COMMON] } },
        { answer: await set('fan@room.test'), errors: { password: [PASSWORD_COMMON] } },
        { answer: await set('short'), errors: { password: [expect.stringContaining('8文字')] } },
      ]
      for (const { answer, errors } of cases) {
        expect(answer.status).toBe(422)
        expect((await bodyOf(answer)).errors).toEqual(errors)
      }
      expect((await set()).status).toBe(204)
    })

    it('is refused from another site', async () => {
      await trade(await mailed())
      const thief = openBrowser(world, { origin: 'https://evil.example' })
      thief.cookies.set('reset_token', browser.cookies.get('reset_token')!)
      expect((await set(NEW, NEW, thief)).status).toBe(403)
      expect((await getToken(thief)).status).toBe(403)
      expect((await set()).status).toBe(204)
    })
  })

  it('makes the device known, so that strangers’ guesses do not block its owner', async () => {
    await trade(await mailed())
    await set()
    for (let n = 0; n <= LOGIN_ATTEMPTS.max; n++)
      await openBrowser(world, { address: `198.51.100.${n}` }).login(FAN, 'guess')
    expect((await openBrowser(world, { address: '203.0.113.1' }).login(FAN, NEW)).status).toBe(429)
    expect((await browser.login(FAN, NEW)).status).toBe(200)
  })
})
