import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCode } from '#contract/door/code.ts'
import { importKey, verifyCode } from '#contract/door/verify.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { BINDINGS } from '#contract/tickets/limits.ts'
import { makeDigitalTicket, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { makePhone, releaseFrom } from './testing/phone.ts'

describe.each(apiDatabaseNames)('binding of a ticket to a phone on %s', (database) => {
  let world: World
  let id: string

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'other']) await makeUser(world, name)
    await makeDigitalTicket(world, 'room-aoi', { id: 'night', amount: 0, capacity: 2 })
    const joined = await world.as('fan')(tickets.joinTicket, { params: { id: 'night' }, body: {} })
    id = joined.ticket_id
    last = null
  })
  afterEach(() => world.close())

  const bind = (key: string, user = 'fan') =>
    world.as(user)(tickets.bindDevice, { params: { id }, body: { public_key: key } })
  type Phone = Awaited<ReturnType<typeof makePhone>>
  let last: Phone | null
  /** Binds a phone, after the one before has released the ticket. */
  async function change(phone: Phone) {
    if (last) await releaseFrom(last, world, 'fan', id)
    const bound = await bind(phone.key)
    last = phone
    return bound
  }
  const getTicket = () => world.as('fan')(tickets.getIssued, { params: { id } })
  const now = () => world.clock.now().getTime()
  async function proofOf(text: string) {
    const rows = await world.db.selectFrom('credential_key').selectAll().execute()
    const keys = new Map<string, CryptoKey>()
    for (const row of rows)
      keys.set(row.id, await importKey(Buffer.from(row.public_key, 'base64url')))
    return verifyCode(readCode(text)!, keys, now())
  }

  it('gives the bound phone a moving code', async () => {
    const phone = await makePhone()
    const { credential, number } = await bind(phone.key)
    expect(number).toBe('001')
    expect((await getTicket()).credential).toBe(credential)
    expect(readCode(credential)!.claims.generation).toBe(1)
    expect(await proofOf(await phone.show(credential, now()))).toBe('moving')
    expect(await proofOf(credential)).toBe('stale')
  })

  it('is idempotent for the same phone', async () => {
    const phone = await makePhone()
    const first = await bind(phone.key)
    for (let again = 0; again < BINDINGS.max + 1; again++)
      expect(await bind(phone.key)).toEqual(first)
    expect(await world.db.selectFrom('device_binding').select('id').execute()).toHaveLength(1)
  })

  it('can change to another phone, with a higher count so that gates refuse the older code (47)', async () => {
    const [old, next] = [await makePhone(), await makePhone()]
    const before = await change(old)
    const after = await change(next)
    expect(readCode(after.credential)!.claims.generation).toBe(2)
    expect(await proofOf(await old.show(after.credential, now()))).toBe('forged')
    expect(await proofOf(await next.show(after.credential, now()))).toBe('moving')
    expect(readCode(before.credential)!.claims.generation).toBe(1)
    const rows = await world.db.selectFrom('device_binding').select('revoked_at').execute()
    expect(rows.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1)
  })

  it('notifies the holder of a change, and of nothing else', async () => {
    const [old, next] = [await makePhone(), await makePhone()]
    const told = async () => {
      const { items } = await world.as('fan')(notifications.listNotifications, { query: {} })
      return items.map(({ title, path }) => ({ title, path }))
    }
    for (const phone of [old, old]) await change(phone)
    const before = await told()
    await change(next)
    expect(await told()).toEqual([
      { title: 'チケットを表示する端末が変わりました', path: `/account/ticketbox/ticket/${id}` },
      ...before,
    ])
  })

  it('succeeds for one of two concurrent phones', async () => {
    const phones = await Promise.all([makePhone(), makePhone()])
    const results = await Promise.allSettled(phones.map(({ key }) => bind(key)))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const rows = await world.db.selectFrom('device_binding').selectAll().execute()
    const [active, ...more] = rows.filter(({ revoked_at }) => revoked_at === null)
    expect(more).toEqual([])
    const { credential } = await getTicket()
    const holder = phones.find(({ key }) => key === active!.public_key)!
    expect(await proofOf(await holder.show(credential, now()))).toBe('moving')
  })

  it('can change five times a day, with the waiting time in the error', async () => {
    for (let n = 0; n < BINDINGS.max; n++) await change(await makePhone())
    const next = await makePhone()
    await expect(change(next)).rejects.toMatchObject({
      status: 429,
      retryAfterMs: BINDINGS.perMs,
    })
    world.clock.move(BINDINGS.perMs)
    expect(readCode((await change(next)).credential)!.claims.generation).toBe(6)
  })

  it.each([1, 365])(
    'has the same limit after the clock was ahead by %i days (72)',
    async (days) => {
      const aheadMs = days * BINDINGS.perMs
      world.clock.move(aheadMs)
      for (let n = 0; n < BINDINGS.max - 1; n++) await change(await makePhone())
      world.clock.move(-aheadMs)
      for (let n = 0; n < BINDINGS.max; n++) await change(await makePhone())
      await expect(change(await makePhone())).rejects.toMatchObject({
        status: 429,
        retryAfterMs: BINDINGS.perMs,
      })
    },
  )

  it('is refused to others, and for a used ticket', async () => {
    const { key } = await makePhone()
    await expect(bind(key, 'other')).rejects.toMatchObject({ status: 404 })
    await world.db.updateTable('issued_ticket').set({ status: 'used' }).execute()
    await expect(bind(key)).rejects.toMatchObject({ status: 409 })
  })

  it('is possible for a used ticket if reentry is allowed', async () => {
    const { key } = await makePhone()
    await world.db.updateTable('digital_ticket').set({ reentry: 1 }).execute()
    await world.db.updateTable('issued_ticket').set({ status: 'used' }).execute()
    expect(readCode((await bind(key)).credential)!.claims.generation).toBe(1)
    await world.db.updateTable('issued_ticket').set({ status: 'cancelled' }).execute()
    await expect(bind((await makePhone()).key)).rejects.toMatchObject({ status: 409 })
  })

  it.each([
    ['no point of the curve', Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)])],
    ['half a point', Buffer.concat([Buffer.from([2]), Buffer.alloc(64, 1)])],
    ['too little', Buffer.alloc(33, 2)],
  ])('refuses a key that is %s', async (_, bytes) => {
    await expect(bind(bytes.toString('base64url'))).rejects.toMatchObject({
      status: 422,
      errors: { public_key: ['この端末では、動くコードを表示できません。'] },
    })
  })
})
