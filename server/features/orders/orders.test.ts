import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { orders } from '#contract/orders/calls.ts'
import type { Schema } from '#server/db/schema.ts'
import {
  inHours,
  makeDigitalTicket,
  makeEvent,
  makeRoom,
  makeSale,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('payments on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '夜ふかし喫茶室' })
    await makeUser(world, 'fan')
    await makeUser(world, 'other')
    await makeEvent(world, 'room-aoi', { id: 'night', title: '第十二夜' })
    await makeDigitalTicket(world, 'room-aoi', { id: 'door', title: '朗読会' })
  })
  afterEach(() => world.close())

  const list = (user: string | null, query = {}) => world.as(user)(orders.listPayments, { query })
  const buy = (id: string, hours: number, row: Partial<Schema['order']> = {}) =>
    makeSale(world, {
      id,
      buyer_id: 'fan',
      seller_id: 'aoi',
      kind: 'event',
      subject_id: 'night',
      created_at: inHours(world, hours),
      settled_at: inHours(world, hours),
      ...row,
    })
  const attempt = (order_id: string, state: Schema['attempt']['state']) =>
    world.add('attempt', {
      id: `try-${order_id}`,
      order_id,
      n: 1,
      idempotency_key: order_id,
      account_ref: 'acct_aoi',
      intent_ref: null,
      subscription_ref: null,
      state,
      error_code: null,
      source: '',
      card: null,
      created_at: inHours(world, 0),
      updated_at: inHours(world, 0),
    })

  it('payment list needs a login, and shows only the viewer’s own', async () => {
    await buy('mine', -1)
    await expect(list(null)).rejects.toMatchObject({ status: 401 })
    expect((await list('other')).items).toEqual([])
    expect((await list('aoi')).items).toEqual([])
  })

  it('payment list has product, seller and receipt, the newest first', async () => {
    await buy('event', -3)
    await buy('room', -2, { kind: 'room', subject_id: 'room-aoi' })
    await buy('ticket', -1, { kind: 'digital_ticket', subject_id: 'door' })
    const receipt = { order_id: 'room', body: '{}', issued_at: inHours(world, 0) }
    await world.add('receipt', { ...receipt, id: 'r1', kind: 'sale', number: 'R1' })
    await world.add('receipt', { ...receipt, id: 'r2', kind: 'return', number: 'H1' })
    expect((await list('fan')).items).toMatchObject([
      { id: 'ticket', kind: 'digital_ticket', subject: { id: 'door', title: '朗読会' } },
      {
        id: 'room',
        kind: 'room',
        subject: { id: 'aoi', title: '夜ふかし喫茶室' },
        receipt_number: 'R1',
      },
      {
        id: 'event',
        kind: 'event',
        subject: { id: 'night', title: '第十二夜' },
        seller: 'aoiさん',
        receipt_number: null,
      },
    ])
  })

  it('payment list has the status of each payment', async () => {
    await buy('good', -5)
    await buy('back', -4, { state: 'refunded', refunded_amount: 1_000 })
    await buy('bad', -3, { state: 'failed', settled_at: null })
    await buy('wait', -2, { state: 'open', settled_at: null })
    await attempt('wait', 'processing')
    const orders = (await list('fan')).items.map(({ id, status, refunded_amount }) => [
      id,
      status,
      refunded_amount,
    ])
    expect(orders).toEqual([
      ['wait', 'confirming', 0],
      ['bad', 'failed', 0],
      ['back', 'refunded', 1_000],
      ['good', 'succeeded', 0],
    ])
  })

  it('payment list leaves out unpaid open orders and free products', async () => {
    await buy('looked', -2, { state: 'open', settled_at: null })
    await attempt('looked', 'requires_action')
    await buy('free', -1, { amount: 0 })
    expect((await list('fan')).items).toEqual([])
  })

  it('payment list is paged', async () => {
    for (const n of [1, 2, 3]) await buy(`o${n}`, -n)
    expect(await list('fan', { limit: 2 })).toMatchObject({
      items: [{ id: 'o1' }, { id: 'o2' }],
      next: 2,
    })
    expect(await list('fan', { limit: 2, offset: 2 })).toMatchObject({
      items: [{ id: 'o3' }],
      next: null,
    })
  })
})
