import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { monetization } from '#contract/monetization/calls.ts'
import { SELLER_ON_REQUEST } from '#contract/monetization/messages.ts'
import { payments } from '#contract/payments/calls.ts'
import type { Schema } from '#server/db/schema.ts'
import { inHours, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const FACTS = {
  name: '藍川 葵',
  address: '東京都',
  phone: '03-0000-0000',
  email: 'aoi@example.com',
}

describe.each(apiDatabaseNames)('sellers and cards on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeUser(world, 'aoi')
    await makeUser(world, 'fan')
  })
  afterEach(() => world.close())

  const sells = (row: Partial<Schema['seller_account']> = {}) =>
    makeSeller(world, 'aoi', { seller: JSON.stringify({ ...FACTS, disclosed: false }), ...row })
  const seller = (name = 'aoi') => world.as(null)(payments.getSeller, { params: { name } })
  const getMonetization = (user: string | null) => world.as(user)(monetization.getMonetization, {})

  it('hides a creator’s address unless they consent', async () => {
    await sells()
    const seen = await seller()
    expect(seen).toMatchObject({
      name: 'aoi',
      display_name: 'aoiさん',
      email: 'aoi@example.com',
      seller_name: SELLER_ON_REQUEST,
      address: SELLER_ON_REQUEST,
      phone: SELLER_ON_REQUEST,
    })
    expect(JSON.stringify(seen)).not.toMatch(/藍川|東京都|03-/)
  })

  it('shows disclosed facts and the invoice number', async () => {
    const facts = JSON.stringify({ ...FACTS, phone: '', disclosed: true })
    await sells({ seller: facts, invoice_number: 'T1234567890123' })
    expect(await seller()).toMatchObject({
      seller_name: '藍川 葵',
      address: '東京都',
      phone: SELLER_ON_REQUEST,
      invoice_number: 'T1234567890123',
    })
  })

  it('answers 404 for a person who never began to sell', async () => {
    for (const name of ['fan', 'nobody'])
      await expect(seller(name)).rejects.toMatchObject({ status: 404 })
    await sells({ state: 'none' })
    await expect(seller()).rejects.toMatchObject({ status: 404 })
  })

  it('shows an owner the state of the account, with reasons', async () => {
    await expect(getMonetization(null)).rejects.toMatchObject({ status: 401 })
    expect(await getMonetization('aoi')).toEqual({
      state: 'none',
      reasons: [],
      seller: null,
      invoice_number: null,
      invoice_since: null,
      facts: null,
      takes_jcb: false,
      takes_konbini: false,
    })
    await sells({ state: 'more_needed', reasons: '["書類をあと1点お送りください。"]' })
    world.payments.cutNext('findSeller')
    expect(await getMonetization('aoi')).toMatchObject({
      state: 'more_needed',
      reasons: ['書類をあと1点お送りください。'],
      seller: { name: 'aoi' },
    })
    expect(await getMonetization('fan')).toMatchObject({ state: 'none', seller: null })
  })

  it('lists the viewer’s own cards in order, without sensitive data', async () => {
    const card = { user_id: 'fan', brand: 'visa', exp_month: 1, exp_year: 2030 }
    const at = (hours: number) => ({ created_at: inHours(world, hours) })
    await world.add('saved_card', {
      ...card,
      ...at(-1),
      id: 'c2',
      method_ref: 'pm_2',
      last4: '4444',
      main: 1,
    })
    await world.add('saved_card', {
      ...card,
      ...at(-2),
      id: 'c1',
      method_ref: 'pm_1',
      last4: '4242',
      main: 0,
    })
    const list = (user: string | null) => world.as(user)(payments.listCards, {})
    await expect(list(null)).rejects.toMatchObject({ status: 401 })
    expect(await list('aoi')).toEqual([])
    const cards = await list('fan')
    expect(cards).toMatchObject([
      { id: 'c1', main: false },
      { id: 'c2', last4: '4444', main: true },
    ])
    expect(JSON.stringify(cards)).not.toContain('pm_')
  })
})
