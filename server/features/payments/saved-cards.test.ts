import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { payments } from '#contract/payments/calls.ts'
import { CARD_WRONG } from '#contract/payments/messages.ts'
import { makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('saved cards on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    for (const name of ['fan', 'other']) await makeUser(world, name)
  })
  afterEach(() => world.close())

  const save = (token: string, user: string | null = 'fan') =>
    world.as(user)(payments.saveCard, { body: { token } })
  const list = (user = 'fan') => world.as(user)(payments.listCards, {})
  const brands = async (user = 'fan') =>
    (await list(user)).map(({ brand, main }) => `${brand}${main ? ' main' : ''}`)
  const idOf = async (brand: string) => (await list()).find((card) => card.brand === brand)!.id

  it('card is saved once, and the newest is the main one', async () => {
    expect(await save('tok_visa')).toEqual({ status: 'ready', setupIntent: null })
    expect(await save('tok_visa')).toEqual({ status: 'ready', setupIntent: null })
    await save('tok_mastercard')
    expect(await brands()).toEqual(['visa', 'mastercard main'])
    expect(await brands('other')).toEqual([])
  })

  it('card that needs authentication is saved only after it', async () => {
    const setup = await save('tok_threeDSecure2Required')
    expect(setup).toMatchObject({ status: 'requires_action' })
    expect(await list()).toEqual([])
    world.payments.prove(setup.setupIntent!.client_secret)
    expect(await save('tok_threeDSecure2Required')).toEqual({ status: 'ready', setupIntent: null })
    expect(await brands()).toEqual(['visa main'])
  })

  it('declined card is refused with a message; an outage answers 503', async () => {
    await expect(save('tok_chargeDeclined')).rejects.toMatchObject({
      status: 402,
      message: CARD_WRONG,
    })
    world.payments.cutNext('saveCard')
    await expect(save('tok_visa')).rejects.toMatchObject({ status: 503 })
    expect(await list()).toEqual([])
    await expect(save('4242424242424242')).rejects.toMatchObject({
      status: 422,
      errors: { token: [expect.any(String)] },
    })
    await expect(save('tok_visa', null)).rejects.toMatchObject({ status: 401 })
  })

  it('main card can be changed, and a card deleted', async () => {
    for (const token of ['tok_visa', 'tok_mastercard']) await save(token)
    await world.as('fan')(payments.setMainCard, { params: { id: await idOf('visa') } })
    expect(await brands()).toEqual(['visa main', 'mastercard'])
    await world.as('fan')(payments.deleteCard, { params: { id: await idOf('visa') } })
    expect(await brands()).toEqual(['mastercard main'])
  })

  it('card of another user is not found', async () => {
    await save('tok_visa')
    const params = { id: await idOf('visa') }
    for (const call of [payments.setMainCard, payments.deleteCard])
      await expect(world.as('other')(call, { params })).rejects.toMatchObject({ status: 404 })
    expect(await brands()).toEqual(['visa main'])
  })
})
