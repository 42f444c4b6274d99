import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { LOGIN_ATTEMPTS } from '#contract/auth/limits.ts'
import { passkeys } from '#contract/passkeys/calls.ts'
import { PASSKEY_CHALLENGE_S, PASSKEY_LOGINS, PASSKEYS_MAX } from '#contract/passkeys/limits.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { createAuthenticator } from '../testing/authenticator.ts'
import { openBrowser } from '../testing/browser.ts'
import { addPerson, PASSWORD } from '../testing/people.ts'

const FAN = 'fan@room.test'

describe.each(apiDatabaseNames)('passkeys on %s', (database) => {
  let world: World
  let phone: ReturnType<typeof createAuthenticator>
  beforeEach(async () => {
    world = await createWorld(database)
    await addPerson(world, 'fan')
    await addPerson(world, 'other')
    phone = createAuthenticator()
  })
  afterEach(() => world.close())

  const start = (user = 'fan', password = PASSWORD) =>
    world.as(user)(passkeys.startPasskey, { body: { password } })
  const add = (credential: ReturnType<typeof phone.make>, user = 'fan', name?: string) =>
    world.as(user)(passkeys.addPasskey, { body: { credential, ...(name && { name }) } })
  const register = async (key = phone, user = 'fan') => add(key.make(await start(user)), user)
  const list = (user = 'fan') => world.as(user)(passkeys.listPasskeys, {})
  const ask = () => world.as(null)(passkeys.startPasskeyLogin, {})
  const hand = (credential: ReturnType<typeof phone.sign>, browser = openBrowser(world)) =>
    browser.post('/auth/passkey', { credential })
  const login = async (key = phone) => hand(key.sign(await ask()))
  const mails = async (to = FAN) => {
    await world.deliver()
    return world.mail.sent.filter((mail) => mail.to === to).map(({ subject }) => subject)
  }

  it('log in without a password, also in a new browser', async () => {
    expect(await register()).toMatchObject({ name: '不明な端末', last_used_at: null })
    expect(await mails()).toEqual(['【Room】パスキーを追加しました'])
    const browser = openBrowser(world)
    const answer = await hand(phone.sign(await ask()), browser)
    expect([answer.status, browser.cookies.has('refresh_token')]).toEqual([200, true])
    const { access_token } = (await answer.json()) as { access_token: string }
    expect(await (await browser.me(access_token)).json()).toMatchObject({ email: FAN })
    expect((await browser.refresh()).status).toBe(200)
    const now = world.clock.now().toISOString()
    expect(await list()).toMatchObject([{ last_used_at: now }])
    expect(await list('other')).toEqual([])
  })

  it('require the password to be added, with limited attempts', async () => {
    const call = world.as('fan')
    const begin = (password = PASSWORD) => call(passkeys.startPasskey, { body: { password } })
    await expect(begin('wrong')).rejects.toMatchObject({
      status: 422,
      errors: { password: [expect.any(String)] },
    })
    for (let n = 1; n < LOGIN_ATTEMPTS.max; n++)
      await expect(begin('wrong')).rejects.toMatchObject({ status: 422 })
    await expect(begin()).rejects.toMatchObject({ status: 429 })
  })

  it('require user verification, our site and our purpose', async () => {
    const invalidTwists = [
      { verified: false },
      { origin: 'http://room.test.evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.get' },
    ]
    for (const twist of invalidTwists)
      await expect(
        add(phone.make(await start(), twist)),
        JSON.stringify(twist),
      ).rejects.toMatchObject({ status: 422 })
    await register()
    for (const twist of [
      ...invalidTwists.slice(0, 3),
      { type: 'webauthn.create' },
      { userHandle: Buffer.from('other').toString('base64url') },
    ]) {
      const answer = await hand(phone.sign(await ask(), twist))
      expect(answer.status, JSON.stringify(twist)).toBe(422)
    }
    expect((await login()).status).toBe(200)
  })

  it('answer a challenge once, in time, for its user and its purpose', async () => {
    const options = await start()
    await expect(add(phone.make(options), 'other')).rejects.toMatchObject({ status: 422 })
    await expect(add(phone.make(options))).rejects.toMatchObject({ status: 422 })
    const own = { ...options, challenge: Buffer.from('mine').toString('base64url') }
    await expect(add(phone.make(own))).rejects.toMatchObject({ status: 422 })
    await register()
    const signed = phone.sign(await ask())
    expect((await hand(signed)).status).toBe(200)
    expect((await hand(signed)).status).toBe(422)
    const late = phone.sign(await ask())
    world.clock.move(PASSKEY_CHALLENGE_S * 1000)
    expect((await hand(late)).status).toBe(422)
    const forMaking = await start()
    expect((await hand(phone.sign({ ...forMaking, rpId: 'room.test' }))).status).toBe(422)
  })

  it('cannot be used for another user or with another key', async () => {
    await register()
    const stranger = createAuthenticator()
    const unknown = await hand(stranger.sign(await ask(), { userHandle: 'Zm9v' }))
    expect(unknown.status).toBe(401)
    const { id } = phone.sign(await ask())
    const forged = { ...stranger.sign(await ask()), id, rawId: id }
    expect((await hand(forged)).status).toBe(422)
    await expect(add(phone.make(await start('other')), 'other')).rejects.toMatchObject({
      status: 422,
    })
  })

  it('with a decreasing counter are refused as copies, and the owner is emailed', async () => {
    phone.count(5)
    await register()
    phone.count(6)
    expect((await login()).status).toBe(200)
    for (const attempts of [6, 3, 0]) {
      phone.count(attempts)
      expect((await login()).status, String(attempts)).toBe(422)
    }
    phone.count(7)
    expect((await login()).status).toBe(200)
    expect((await mails()).filter((subject) => subject.includes('不審な'))).toHaveLength(3)
  })

  it('with the same counter twice log in once', async () => {
    await register()
    phone.count(1)
    const signed = [phone.sign(await ask()), phone.sign(await ask())]
    const answers = await Promise.all(signed.map((one) => hand(one)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('are removed by their owner only, with the password, and the owner gets an email', async () => {
    const { id } = await register()
    const remove = (user: string, body: object = { password: PASSWORD }) =>
      world.as(user)(passkeys.removePasskey, { params: { id }, body } as never)
    await expect(remove('other')).rejects.toMatchObject({ status: 404 })
    for (const body of [{}, { password: 'not this' }])
      await expect(remove('fan', body)).rejects.toMatchObject({
        status: 422,
        errors: { password: [expect.any(String)] },
      })
    const bare = await world.fetch(`/api/application/me/passkey/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${await world.tokenOf('fan')}` },
    })
    expect(bare.status).toBe(422)
    expect((await login()).status).toBe(200)
    await remove('fan')
    expect((await login()).status).toBe(401)
    await expect(remove('fan')).rejects.toMatchObject({ status: 404 })
    expect(await mails()).toContain('【Room】パスキーを削除しました')
  })

  it('are limited in number', async () => {
    for (let n = 0; n < PASSKEYS_MAX; n++) await register(createAuthenticator())
    await expect(start()).rejects.toMatchObject({ status: 409 })
  })

  it('are limited in attempts, and do not log in to a suspended account (63)', async () => {
    await register()
    await world.db
      .updateTable('user')
      .set({ status: 'suspended' })
      .where('id', '=', 'fan')
      .execute()
    expect((await login()).status).toBe(403)
    for (let n = 0; n < PASSKEY_LOGINS.max; n++)
      await hand(phone.sign(await ask(), { verified: false }))
    expect((await hand(phone.sign({ challenge: 'YQ', rpId: 'room.test' }))).status).toBe(429)
    world.clock.move(PASSKEY_LOGINS.perMs)
    expect((await login()).status).toBe(403)
  })

  it('are deleted with the account (69)', async () => {
    await register()
    await world.as('fan')(account.leave, { body: { password: PASSWORD } })
    expect((await login()).status).toBe(401)
  })

  it('are refused with a message for any malformed input', async () => {
    const bytes = (text: string) => Buffer.from(text).toString('base64url')
    await register()
    const good = phone.sign(await ask())
    for (const clientDataJSON of ['null', '[]', '{}', 'no json', '{"challenge":1}'].map(bytes)) {
      const response = { ...good.response, clientDataJSON }
      expect((await hand({ ...good, response })).status).toBe(422)
    }
    const { challenge } = await ask()
    const clientData = { type: 'webauthn.get', challenge, origin: 'http://room.test' }
    const response = { ...good.response, clientDataJSON: bytes(JSON.stringify(clientData)) }
    for (const authenticatorData of ['AA', bytes('x'.repeat(200))])
      expect((await hand({ ...good, response: { ...response, authenticatorData } })).status).toBe(
        422,
      )
  })
})
