import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EMAIL_LINK_S, LOGIN_ATTEMPTS } from '#contract/auth/limits.ts'
import {
  EMAIL_SAME,
  EMAIL_SENT,
  EMAIL_TAKEN,
  LINK_SPENT,
  PASSWORD_COMMON,
  PASSWORD_WRONG,
} from '#contract/auth/messages.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { type Browser, bodyOf, linkTo, openBrowser } from './testing/browser.ts'
import { addPerson, PASSWORD } from './testing/people.ts'

const FAN = 'fan@room.test'
const NEW_ADDRESS = 'new@room.test'
const NEW = 'atarashii kagi 5'

describe.each(apiDatabaseNames)('account changes on %s', (database) => {
  let world: World
  let phone: Browser
  let laptop: Browser
  let token: string
  beforeEach(async () => {
    world = await createWorld(database)
    await addPerson(world, 'fan')
    phone = openBrowser(world)
    laptop = openBrowser(world)
    token = await phone.enter(FAN, PASSWORD)
  })
  afterEach(() => world.close())

  const apiError = async (answer: Response) => [answer.status, (await bodyOf(answer)).errors]
  const subjectsTo = (address: string) =>
    world.mail.sent.filter(({ to }) => to === address).map(({ subject }) => subject)

  describe('password change', () => {
    const change = (current_password = PASSWORD, password = NEW, by = phone, as = token) =>
      by.put('/me/password', { current_password, password }, as)

    it('replaces the password and logs every other device out at once', async () => {
      const other = await laptop.enter(FAN, PASSWORD)
      expect((await change()).status).toBe(204)
      expect((await phone.me(token)).status).toBe(200)
      expect((await phone.refresh()).status).toBe(200)
      expect((await laptop.me(other)).status).toBe(401)
      expect((await laptop.refresh()).status).toBe(500)
      expect((await laptop.login(FAN, PASSWORD)).status).toBe(401)
      expect((await laptop.login(FAN, NEW)).status).toBe(200)
      await world.deliver()
      expect(subjectsTo(FAN)).toEqual([
        '【Room】新しい端末からのログイン',
        '【Room】パスワードを変更しました',
      ])
      expect(world.mail.sent.at(-1)!.text).toContain('変更した端末のほかは')
    })

    it('requires the old password, with errors at the right field', async () => {
      expect(await apiError(await change('not this one'))).toEqual([
        422,
        { current_password: [PASSWORD_WRONG] },
      ])
      for (const guessable of ['password123', 'fan@room.test'])
        expect(await apiError(await change(PASSWORD, guessable))).toEqual([
          422,
          { password: [PASSWORD_COMMON] },
        ])
      expect((await laptop.login(FAN, PASSWORD)).status).toBe(200)
    })

    it('limits guesses by a person who holds the phone (63)', async () => {
      for (let n = 0; n < LOGIN_ATTEMPTS.max; n++) await change('not this one')
      expect((await change()).status).toBe(429)
      world.clock.move(LOGIN_ATTEMPTS.perMs)
      token = await openBrowser(world).enter(FAN, PASSWORD)
      expect((await change()).status).toBe(204)
    })

    it('succeeds for the first of two concurrent calls only', async () => {
      const other = await laptop.enter(FAN, PASSWORD)
      const both = await Promise.all([
        change(),
        change(PASSWORD, 'mou hitotsu no kagi', laptop, other),
      ])
      expect(both.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1)
    })

    it('invalidates all emailed links of the account', async () => {
      await phone.post('/reset_password', { email: FAN })
      await world.deliver()
      const reset = linkTo(world, FAN).link
      await phone.put('/me/email', { email: NEW_ADDRESS, password: PASSWORD }, token)
      await world.deliver()
      const moved = linkTo(world, NEW_ADDRESS).link
      await change()
      expect((await phone.post('/reset_password/verify', reset)).status).toBe(410)
      expect((await phone.post('/verify_mail', moved)).status).toBe(410)
    })
  })

  describe('email change', () => {
    const change = (email = NEW_ADDRESS, password = PASSWORD) =>
      phone.put('/me/email', { email, password }, token)
    const addressNow = async () =>
      ((await (await phone.me(token)).json()) as { email: string }).email
    async function mailed() {
      await change()
      await world.deliver()
      return linkTo(world, NEW_ADDRESS)
    }

    it('is completed by the link at the new address, and the old address gets emails', async () => {
      const response = await change('  NEW@room.test ')
      expect([response.status, await bodyOf(response)]).toEqual([202, { message: EMAIL_SENT }])
      expect(await addressNow()).toBe(FAN)
      await world.deliver()
      const { page, link } = linkTo(world, NEW_ADDRESS)
      expect(page).toBe('/verify_mail')
      const stranger = openBrowser(world)
      const seen = await stranger.post('/signed_link', link)
      expect(await seen.json()).toMatchObject({ purpose: 'change_email', email: NEW_ADDRESS })
      expect(await addressNow()).toBe(FAN)
      const used = await stranger.post('/verify_mail', link)
      expect([used.status, await used.text(), stranger.cookies.size]).toEqual([204, '', 0])
      expect(await addressNow()).toBe(NEW_ADDRESS)
      expect((await laptop.login(FAN, PASSWORD)).status).toBe(401)
      expect((await laptop.login(NEW_ADDRESS, PASSWORD)).status).toBe(200)
      await world.deliver()
      expect(subjectsTo(FAN)).toEqual([
        '【Room】メールアドレス変更のお申し込み',
        '【Room】メールアドレスを変更しました',
      ])
      for (const { text } of world.mail.sent.filter(({ to }) => to === FAN))
        expect(text).not.toContain(NEW_ADDRESS)
    })

    it('requires the password and a different address', async () => {
      expect(await apiError(await change(NEW_ADDRESS, 'not this one'))).toEqual([
        422,
        { password: [PASSWORD_WRONG] },
      ])
      expect(await apiError(await change('FAN@room.test'))).toEqual([422, { email: [EMAIL_SAME] }])
      expect((await apiError(await change('no address')))[0]).toBe(422)
      await world.deliver()
      expect(world.mail.sent).toEqual([])
    })

    it('has the same response for a registered address, whose owner alone is emailed (62)', async () => {
      await addPerson(world, 'other')
      const [free, taken] = [await change(), await change('other@room.test')]
      expect([free.status, await free.text()]).toEqual([taken.status, await taken.text()])
      await world.deliver()
      expect(subjectsTo('other@room.test')).toEqual(['【Room】このメールアドレスは登録済みです'])
      expect(world.mail.sent.at(-1)!.text).not.toContain('signature')
    })

    it('is confirmed once, in time, by the recipient of the link only (64)', async () => {
      const { link } = await mailed()
      const swapped = {
        ...link,
        signature: link.signature.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')),
      }
      expect((await phone.post('/verify_mail', swapped)).status).toBe(404)
      expect((await phone.post('/reset_password/verify', link)).status).toBe(404)
      expect((await phone.post('/verify_mail', link)).status).toBe(204)
      const again = await phone.post('/verify_mail', link)
      expect([again.status, (await bodyOf(again)).message]).toEqual([410, LINK_SPENT])
    })

    it('refuses a link that is expired or older than a password change (64)', async () => {
      const { link } = await mailed()
      world.clock.move(EMAIL_LINK_S * 1_000)
      expect((await phone.post('/verify_mail', link)).status).toBe(410)
      const { link: second } = await mailed()
      await phone.post('/reset_password', { email: FAN })
      await world.deliver()
      await phone.post('/reset_password/verify', linkTo(world, FAN).link)
      await phone.post('/reset_password/config', { password: NEW, password_confirmation: NEW })
      expect((await phone.post('/verify_mail', second)).status).toBe(410)
      expect((await laptop.login(FAN, NEW)).status).toBe(200)
    })

    it('is refused if the new address was taken meanwhile', async () => {
      const { link } = await mailed()
      await addPerson(world, 'new')
      const used = await phone.post('/verify_mail', link)
      expect([used.status, (await bodyOf(used)).message]).toEqual([409, EMAIL_TAKEN])
      expect(await addressNow()).toBe(FAN)
    })
  })
})
