import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LOGIN_ATTEMPTS } from '#contract/auth/limits.ts'
import { credentials } from '#contract/credentials/calls.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { passkeys } from '#contract/passkeys/calls.ts'
import { PASSKEY_FAILED, PASSKEY_OF_ANOTHER } from '#contract/passkeys/messages.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { BINDINGS, MOVE_CODE, MOVE_CODES } from '#contract/tickets/limits.ts'
import { MOVE_CODE_WRONG, MOVE_UNPROVED } from '#contract/tickets/messages.ts'
import { transfers } from '#contract/transfers/calls.ts'
import { TRANSFER_ELSEWHERE } from '#contract/transfers/messages.ts'
import { createAuthenticator } from '#server/features/auth/testing/authenticator.ts'
import { addPerson, PASSWORD } from '#server/features/auth/testing/people.ts'
import { makeDigitalTicket, makeRoom } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { codeFor, makePhone, releaseFrom } from './testing/phone.ts'

type Phone = Awaited<ReturnType<typeof makePhone>>
type Authenticator = ReturnType<typeof createAuthenticator>
type Proof = { code?: string; passkey?: ReturnType<Authenticator['sign']> }

describe.each(apiDatabaseNames)('proof for another phone on %s', (database) => {
  let world: World
  let id: string
  let old: Phone
  let next: Phone

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'other']) await addPerson(world, name)
    await makeDigitalTicket(world, 'room-aoi', { id: 'night', amount: 0 })
    id = await join('fan')
    ;[old, next] = [await makePhone(), await makePhone()]
    await bind(old)
  })
  afterEach(() => world.close())

  async function join(user: string, ticket = 'night') {
    const joined = await world.as(user)(tickets.joinTicket, { params: { id: ticket }, body: {} })
    return joined.ticket_id
  }
  const bind = ({ key }: Phone, proof: Proof = {}, user = 'fan', ticket = id) =>
    world.as(user)(tickets.bindDevice, {
      params: { id: ticket },
      body: { public_key: key, ...proof },
    })
  const codeOf = ({ key }: Phone, user = 'fan', ticket = id) => codeFor(key, world, user, ticket)
  const bindings = () =>
    world.db
      .selectFrom('device_binding')
      .select(['public_key', 'moves_by', 'revoked_at'])
      .where('issued_ticket_id', '=', id)
      .orderBy('id')
      .execute()
  const shownBy = async () =>
    (await bindings()).flatMap((row) => (row.revoked_at === null ? [row.public_key] : []))
  const another = (code: string) => String((Number(code) + 1) % 1e6).padStart(MOVE_CODE.digits, '0')
  const wrongCode = { status: 422, errors: { code: [MOVE_CODE_WRONG] } }
  async function passkeyOf(user: string) {
    const key = createAuthenticator()
    const body = { password: PASSWORD }
    const credential = key.make(await world.as(user)(passkeys.startPasskey, { body }))
    await world.as(user)(passkeys.addPasskey, { body: { credential } })
    return key
  }
  const challenge = (user = 'fan') => world.as(user)(passkeys.startPasskeyProof, {})

  it('is needed without a release, and the refusal says what to do', async () => {
    await expect(bind(next)).rejects.toMatchObject({
      status: 409,
      message: MOVE_UNPROVED,
      errors: { code: [MOVE_UNPROVED] },
    })
    expect(await shownBy()).toEqual([old.key])
  })

  it('is not needed after a release', async () => {
    await releaseFrom(old, world, 'fan', id)
    await bind(next)
    expect(await bindings()).toMatchObject([
      { public_key: old.key, moves_by: 'release' },
      { public_key: next.key, moves_by: null, revoked_at: null },
    ])
  })

  it('is the code of an email, which names ticket and device, and is stored as a hash', async () => {
    const code = await codeOf(next)
    const { to, text } = world.mail.sent.at(-1)!
    expect(to).toBe('fan@room.test')
    for (const words of [
      ...['「night」', '整理番号 001', '端末：不明な端末', '有効期限は10分です'],
      ...['お心当たりのない場合は', '/reset_password'],
    ])
      expect(text).toContain(words)
    const stored = [
      await world.db.selectFrom('signed_link').selectAll().execute(),
      await world.db.selectFrom('outbox').select(['key', 'payload']).execute(),
    ]
    expect(JSON.stringify(stored)).not.toContain(code)
    await bind(next, { code: ` ${code.slice(0, 3)}-${code.slice(3)}` })
    expect(await bindings()).toMatchObject([
      { public_key: old.key, moves_by: 'mail' },
      { public_key: next.key, revoked_at: null },
    ])
  })

  it('refuses a wrong, an expired and a used code', async () => {
    const code = await codeOf(next)
    await expect(bind(next, { code: another(code) })).rejects.toMatchObject(wrongCode)
    await expect(bind(next, { code: '' })).rejects.toMatchObject(wrongCode)
    world.clock.move(MOVE_CODE.lifeS * 1000)
    await expect(bind(next, { code })).rejects.toMatchObject(wrongCode)
    expect(await shownBy()).toEqual([old.key])
    const good = await codeOf(next)
    await bind(next, { code: good })
    await bind(old, { code: await codeOf(old) })
    await expect(bind(next, { code: good })).rejects.toMatchObject(wrongCode)
    expect(await shownBy()).toEqual([old.key])
  })

  it('refuses a code of another device, ticket or person', async () => {
    await expect(bind(next, { code: await codeOf(await makePhone()) })).rejects.toMatchObject(
      wrongCode,
    )
    await makeDigitalTicket(world, 'room-aoi', { id: 'morning', amount: 0 })
    const morning = await join('fan', 'morning')
    const code = await codeOf(next, 'fan', morning)
    await expect(bind(next, { code })).rejects.toMatchObject(wrongCode)
    const ofOther = await codeOf(next, 'other', await join('other'))
    await expect(bind(next, { code: ofOther })).rejects.toMatchObject(wrongCode)
    await expect(codeOf(next, 'other')).rejects.toMatchObject({ status: 404 })
    expect(await shownBy()).toEqual([old.key])
  })

  it('counts wrong codes of a device, and other devices can still prove it', async () => {
    const code = await codeOf(next)
    for (let n = 0; n < LOGIN_ATTEMPTS.max; n++)
      await expect(bind(next, { code: another(code) })).rejects.toMatchObject(wrongCode)
    await expect(bind(next, { code })).rejects.toMatchObject({ status: 429 })
    const third = await makePhone()
    await bind(third, { code: await codeOf(third) })
    expect(await shownBy()).toEqual([third.key])
  })

  it('is emailed a limited number of times', async () => {
    for (let n = 0; n < MOVE_CODES.max; n++) await codeOf(next)
    await expect(codeOf(next)).rejects.toMatchObject({ status: 429 })
    world.clock.move(HOUR_MS)
    await bind(next, { code: await codeOf(next) })
  })

  it('keeps a code that the limit of changes refused', async () => {
    let last = old
    for (let n = 1; n < BINDINGS.max; n++) {
      await releaseFrom(last, world, 'fan', id)
      last = await makePhone()
      await bind(last)
    }
    world.clock.move(BINDINGS.perMs - 1)
    const code = await codeOf(next)
    await expect(bind(next, { code })).rejects.toMatchObject({ status: 429 })
    world.clock.move(1)
    await bind(next, { code })
    expect(await shownBy()).toEqual([next.key])
  })

  it('ends with a changed password', async () => {
    const code = await codeOf(next)
    const body = { current_password: PASSWORD, password: 'tsugi-no-yama-e' }
    await world.as('fan')(credentials.changePassword, { body })
    await expect(bind(next, { code })).rejects.toMatchObject(wrongCode)
  })

  it('is a passkey of the holder, once for each challenge', async () => {
    const key = await passkeyOf('fan')
    const passkey = key.sign(await challenge())
    await bind(next, { passkey })
    expect(await bindings()).toMatchObject([{ moves_by: 'passkey' }, { public_key: next.key }])
    await expect(bind(old, { passkey })).rejects.toMatchObject({
      status: 422,
      message: PASSKEY_FAILED,
    })
    expect(await shownBy()).toEqual([next.key])
  })

  it('is no passkey of another person, for another purpose, or without its user', async () => {
    const [key, theirs] = [await passkeyOf('fan'), await passkeyOf('other')]
    const ofAnother = { status: 422, message: PASSKEY_OF_ANOTHER }
    for (const user of ['fan', 'other'])
      await expect(
        bind(next, { passkey: theirs.sign(await challenge(user)) }),
      ).rejects.toMatchObject(ofAnother)
    const failed = { status: 422, message: PASSKEY_FAILED }
    const forLogin = await world.as(null)(passkeys.startPasskeyLogin, {})
    for (const passkey of [
      key.sign(await challenge('other')),
      key.sign(forLogin),
      key.sign(await challenge(), { verified: false }),
      key.sign(await challenge(), { origin: 'http://room.test.evil.example' }),
    ])
      await expect(bind(next, { passkey })).rejects.toMatchObject(failed)
    const credential = key.sign(await challenge())
    await expect(
      world.as(null)(passkeys.passkeyLogin, { body: { credential } }),
    ).rejects.toMatchObject(failed)
    expect(await shownBy()).toEqual([old.key])
  })

  it('is also needed before a ticket is transferred from elsewhere', async () => {
    const offer = () =>
      world.as('fan')(transfers.offer, { params: { id }, body: { name: 'other' } })
    await expect(offer()).rejects.toMatchObject({ status: 409, message: TRANSFER_ELSEWHERE })
    await releaseFrom(old, world, 'fan', id)
    await expect(offer()).resolves.toMatchObject({ offered_to: { name: 'other' } })
  })

  it('lets one of two phones show the ticket when both prove it at once', async () => {
    const third = await makePhone()
    const codes = [await codeOf(next), await codeOf(third)]
    await Promise.all([next, third].map((phone, n) => bind(phone, { code: codes[n]! })))
    const [shown, ...more] = await shownBy()
    expect(more).toEqual([])
    expect([next.key, third.key]).toContain(shown)
  })

  it.each([0, 6])(
    'counts once when it is sent twice at once, with %i hours to wait',
    async (hours) => {
      await world.db.updateTable('digital_ticket').set({ move_wait_hours: hours }).execute()
      const code = await codeOf(next)
      await Promise.allSettled([bind(next, { code }), bind(next, { code })])
      await world.deliver()
      const about = world.mail.sent.filter(({ text }) => /お申し込み|変わりました/.test(text))
      expect(about).toHaveLength(1)
      expect(await shownBy()).toEqual([hours === 0 ? next.key : old.key])
    },
  )
})
