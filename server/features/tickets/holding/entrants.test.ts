import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { door } from '#contract/door/calls.ts'
import type { RequestError } from '#contract/http/caller.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { SALE_RULES } from '#contract/orders/sale-rules.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { ENTRANT_MAX } from '#contract/tickets/limits.ts'
import { ENTRANT_NAME_STANDS, ENTRANT_NEEDED } from '#contract/tickets/messages.ts'
import { transfers } from '#contract/transfers/calls.ts'
import { snapshotOf } from '#server/features/orders/order-snapshot.ts'
import { purge } from '#server/jobs/purge.ts'
import { claimGatePhone } from '#server/testing/gate-phone.ts'
import {
  inHours,
  makeDigitalTicket,
  makeRoom,
  makeSeller,
  makeStaff,
  makeUser,
} from '#server/testing/make.ts'
import { databaseNames, ruleOn } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const NEEDS = '車いすで参ります。'

describe.each(databaseNames)('what a holder tells about their entry on %s', (database) => {
  let world: World
  const params = { id: 'night' }

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeSeller(world, 'aoi')
    for (const name of ['fan', 'friend', 'door', 'stranger']) await makeUser(world, name)
    await makeStaff(world, 'room-aoi', 'door', 'door')
    await makeDigitalTicket(world, 'room-aoi', { id: 'night', amount: 0 })
  })
  afterEach(() => world.close())

  const take = async (body: { needs?: string } = {}, user = 'fan') =>
    (await world.as(user)(tickets.joinTicket, { params, body })).ticket_id
  const holders = async (user = 'aoi') =>
    (await world.as(user)(door.listHolders, { params: { roomid: 'aoi', id: 'night' } })).items
  const own = (id: string, user = 'fan') => world.as(user)(tickets.getIssued, { params: { id } })
  const tell = (id: string, needs: string, user = 'fan') =>
    world.as(user)(tickets.setEntrant, { params: { id }, body: { needs } })
  const rows = () => world.db.selectFrom('entrant').select(['user_id', 'needs']).execute()

  it('is refused if it is too long, and a purchase with it', ruleOn(database), async () => {
    const tooLong = { needs: 'あ'.repeat(ENTRANT_MAX.needs + 1) }
    await expect(take(tooLong)).rejects.toMatchObject({ errors: { needs: [expect.any(String)] } })
    expect(await holders()).toEqual([])
    await take({ needs: tooLong.needs.slice(1) })
  })

  it('reaches the owner, the staff, their table and an online gate', async () => {
    const id = await take({ needs: `  ${NEEDS} ` })
    expect(await own(id)).toMatchObject({ entrant: { needs: NEEDS } })
    for (const user of ['aoi', 'door'])
      expect(await holders(user)).toMatchObject([{ entrant: { needs: NEEDS } }])
    const gate = await claimGatePhone(world, 'night', 'A入口')
    const { hash } = await world.db
      .selectFrom('issued_ticket')
      .select('hash')
      .executeTakeFirstOrThrow()
    const of = { params: { roomid: 'aoi', id: 'night', hash } }
    expect(await gate.call(door.getHolder, of)).toMatchObject({ entrant: { needs: NEEDS } })
    const headers = { authorization: `Bearer ${await world.tokenOf('aoi')}` }
    const url = '/api/application/room/aoi/digitalTicket/night/holder?format=csv'
    expect(await (await world.fetch(url, { headers })).text()).toContain(NEEDS)
  })

  it(
    'of a paid ticket is stored with the start of the payment, and kept without a new text',
    ruleOn(database),
    async () => {
      await world.db.updateTable('digital_ticket').set({ amount: 3_500 }).execute()
      const start = (body: { needs?: string }) =>
        world.as('fan')(tickets.startTicketJoin, { params, body: { token: 'tok_visa', ...body } })
      await start({ needs: '筆談を希望します' })
      await start({ needs: NEEDS })
      const { paymentIntent } = await start({})
      world.payments.confirm(paymentIntent.id)
      const body = { paymentIntentId: paymentIntent.id }
      await world.as('fan')(tickets.joinTicket, { params, body })
      expect(await holders()).toMatchObject([{ entrant: { needs: NEEDS } }])
    },
  )

  it('is not stored for a person who may not buy', ruleOn(database), async () => {
    await world.db.updateTable('digital_ticket').set({ members_only: 1 }).execute()
    await expect(take({ needs: NEEDS })).rejects.toMatchObject({ status: 403 })
    expect(await rows()).toEqual([])
  })

  it(
    'can be changed and withdrawn by its holder, until the end of entry',
    ruleOn(database),
    async () => {
      const id = await take()
      expect(await own(id)).toMatchObject({ entrant: null })
      await expect(tell(id, NEEDS, 'stranger')).rejects.toMatchObject({ status: 404 })
      await tell(id, NEEDS)
      expect(await holders()).toMatchObject([{ entrant: { needs: NEEDS } }])
      await tell(id, '')
      expect(await rows()).toEqual([])
      await world.db
        .updateTable('digital_ticket')
        .set({ valid_until: inHours(world, 0) })
        .execute()
      await expect(tell(id, NEEDS)).rejects.toMatchObject({ status: 409 })
    },
  )

  it(
    'is erased with the transfer; the new holder tells their own, also before they accept',
    ruleOn(database),
    async () => {
      const id = await take({ needs: NEEDS })
      await world.as('fan')(transfers.offer, { params: { id }, body: { name: 'friend' } })
      await tell(id, '筆談を希望します', 'friend')
      expect(await own(id)).toMatchObject({ entrant: { needs: NEEDS } })
      await world.as('friend')(transfers.accept, { params: { id } })
      expect(await rows()).toEqual([{ user_id: 'friend', needs: '筆談を希望します' }])
      expect(await own(id)).toMatchObject({ status: 'transferred', entrant: null })
      await expect(tell(id, NEEDS)).rejects.toMatchObject({ status: 404 })
    },
  )

  describe('named', () => {
    const identity = { entrant_name: '佐藤 千晴', entrant_contact: '090-1234-5678' }
    const known = { name: identity.entrant_name, contact: identity.entrant_contact, needs: '' }
    beforeEach(async () => {
      await world.db.updateTable('digital_ticket').set({ amount: 3_500, named: 1 }).execute()
    })
    const start = (body: object, user = 'fan') =>
      world.as(user)(tickets.startTicketJoin, { params, body: { token: 'tok_visa', ...body } })
    const buy = async (user = 'fan') => {
      const { paymentIntent } = await start(identity, user)
      world.payments.confirm(paymentIntent.id)
      const body = { paymentIntentId: paymentIntent.id }
      return (await world.as(user)(tickets.joinTicket, { params, body })).ticket_id
    }

    it.each([
      ['both', {}, ['entrant_name', 'entrant_contact']],
      [
        'a name',
        { entrant_contact: identity.entrant_contact, entrant_name: ' ' },
        ['entrant_name'],
      ],
      ['a contact', { entrant_name: identity.entrant_name }, ['entrant_contact']],
      ['a real contact', { ...identity, entrant_contact: '090-1234' }, ['entrant_contact']],
    ])('is not sold without %s', async (_, body, fields) => {
      const error = await start(body).catch((refused: unknown) => refused)
      expect(error).toMatchObject({ status: 422 })
      expect(Object.keys((error as RequestError).errors)).toEqual(fields)
      expect(await rows()).toEqual([])
      expect(await world.db.selectFrom('order').select('id').execute()).toEqual([])
    })

    it(
      'shows name and contact on the ticket and to the owner, the name alone at a gate',
      ruleOn(database),
      async () => {
        const id = await buy()
        expect(await own(id)).toMatchObject({ entrant: known, ticket: { named: true } })
        expect(await holders('door')).toMatchObject([{ entrant: known }])
        const { hash } = await world.db
          .selectFrom('issued_ticket')
          .select('hash')
          .executeTakeFirstOrThrow()
        const gate = await claimGatePhone(world, 'night', 'A入口')
        const of = { params: { roomid: 'aoi', id: 'night', hash } }
        expect(await gate.call(door.getHolder, of)).toMatchObject({
          entrant: { name: known.name, contact: '' },
        })
        expect(await world.as('door')(door.getHolder, of)).toMatchObject({ entrant: known })
        expect(await gate.prepare()).toMatchObject({ plan: { named: true } })
      },
    )

    it('keeps the words of the Act with the order', ruleOn(database), async () => {
      await buy()
      const order = await world.db.selectFrom('order').selectAll().executeTakeFirstOrThrow()
      const { label, text } = SALE_RULES.entry_named
      expect(snapshotOf(order).confirmation).toContainEqual({ label, text: text({}) })
    })

    it(
      'cannot lose name and contact, nor change the name; a ticket of another kind stores none',
      ruleOn(database),
      async () => {
        const id = await buy()
        const set = (body: object) => world.as('fan')(tickets.setEntrant, { params: { id }, body })
        await expect(set({ entrant_name: '' })).rejects.toMatchObject({ status: 422 })
        await expect(set({ entrant_name: '鈴木 一' })).rejects.toMatchObject({
          errors: { entrant_name: [ENTRANT_NAME_STANDS] },
        })
        await set({ entrant_contact: 'chiharu@example.com' })
        const contact = 'chiharu@example.com'
        expect(await own(id)).toMatchObject({ entrant: { ...known, contact } })
        await world.db.updateTable('digital_ticket').set({ named: 0 }).execute()
        await set(identity)
        expect(await rows()).toEqual([])
      },
    )

    it('does not change its name by another ticket that is offered to its holder', async () => {
      const [own, offered] = [await buy('friend'), await buy()]
      await world.as('fan')(transfers.offer, {
        params: { id: offered },
        body: { name: 'friend' },
      })
      const body = { ...identity, entrant_name: '鈴木 一' }
      const set = world.as('friend')(tickets.setEntrant, { params: { id: offered }, body })
      await expect(set).rejects.toMatchObject({ errors: { entrant_name: [ENTRANT_NAME_STANDS] } })
      const { items } = await world.as('friend')(tickets.listIssued, {})
      expect(items).toMatchObject([{ id: own, entrant: known }])
    })

    it(
      'is accepted by another person only with their own name and contact',
      ruleOn(database),
      async () => {
        const id = await buy()
        await world.as('fan')(transfers.offer, { params: { id }, body: { name: 'friend' } })
        const accept = () => world.as('friend')(transfers.accept, { params: { id } })
        await expect(accept()).rejects.toMatchObject({ status: 422, message: ENTRANT_NEEDED })
        const body = { entrant_name: '鈴木 一', entrant_contact: 'hajime@example.com' }
        await world.as('friend')(tickets.setEntrant, { params: { id }, body })
        expect(await accept()).toMatchObject({ entrant: { name: '鈴木 一' } })
        expect(await holders()).toMatchObject([
          { member: { name: 'friend' }, entrant: { name: '鈴木 一' } },
        ])
      },
    )
  })

  it('of a purchase that was not finished does not keep the ticket from being deleted', async () => {
    await world.db.updateTable('digital_ticket').set({ amount: 3_500 }).execute()
    const body = { needs: NEEDS, token: 'tok_visa', amount: 1 }
    await expect(world.as('fan')(tickets.startTicketJoin, { params, body })).rejects.toMatchObject({
      status: 409,
    })
    expect(await rows()).toHaveLength(1)
    await world.as('aoi')(tickets.deleteTicket, { params: { roomid: 'aoi', id: 'night' } })
    expect(await rows()).toEqual([])
  })

  it('of a refused offer is deleted after a day; those of the holder and an open offer stay', async () => {
    const id = await take({ needs: NEEDS })
    const offer = () =>
      world.as('fan')(transfers.offer, { params: { id }, body: { name: 'friend' } })
    await offer()
    await tell(id, '筆談を希望します', 'friend')
    world.clock.move(DAY_MS + 1)
    await purge(world.deps)
    expect(await rows()).toHaveLength(2)
    await world.as('friend')(transfers.decline, { params: { id } })
    await purge(world.deps)
    expect(await rows()).toEqual([{ user_id: 'fan', needs: NEEDS }])
  })

  it('stays while their payment number of a store is open, for days', async () => {
    const starts_at = inHours(world, 240)
    await world.db.updateTable('seller_account').set({ konbini_payments: 1 }).execute()
    await world.db
      .updateTable('digital_ticket')
      .set({ amount: 3_500, konbini_days: 3, starts_at, valid_until: starts_at })
      .execute()
    const body = { needs: NEEDS, method: 'konbini' as const }
    const { paymentIntent } = await world.as('fan')(tickets.startTicketJoin, { params, body })
    world.clock.move(2 * DAY_MS)
    await purge(world.deps)
    world.payments.payVoucher(paymentIntent.id)
    await world.sweep()
    expect(await holders()).toMatchObject([{ entrant: { needs: NEEDS } }])
  })

  it('is not shown any more of a cancelled ticket', ruleOn(database), async () => {
    const id = await take({ needs: NEEDS })
    const of = { roomid: 'aoi', id: 'night', issued_id: id }
    await world.as('aoi')(door.cancelHolder, { params: of })
    expect(await holders()).toMatchObject([{ status: 'cancelled', entrant: null }])
  })
})
