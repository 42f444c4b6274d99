import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { CARD_WRONG, PAYMENT_UNFINISHED } from '#contract/payments/messages.ts'
import { ApiError } from '#server/http/api-error.ts'
import { Declined } from '#server/ports/payments.ts'
import { makeEvent, makeMember, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import * as attempts from './payment-attempts.ts'

describe.each(apiDatabaseNames)('attempt of a payment on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeSeller(world, 'aoi')
    await makeUser(world, 'fan')
    await makeMember(world, 'room-aoi', 'fan')
    await makeEvent(world, 'room-aoi', { id: 'night', amount: 1_980 })
  })
  afterEach(() => world.close())

  const find = () => world.db.selectFrom('attempt').selectAll().executeTakeFirstOrThrow()
  const failWith = async (error: Error) =>
    attempts.run(world.deps, await find(), () => Promise.reject(error))

  it.each([
    { error: new Declined('expired_card'), message: CARD_WRONG, error_code: 'expired_card' },
    { error: new ApiError(409, PAYMENT_UNFINISHED), message: PAYMENT_UNFINISHED, error_code: null },
  ])('fails by $message, unless another request has seen it paid', async ({ error, ...seen }) => {
    const body = { event_id: 'night', token: 'tok_visa' }
    const { paymentIntent } = await world.as('fan')(events.startJoin, { body })
    const { message, error_code } = seen
    await expect(failWith(error)).rejects.toMatchObject({ message })
    expect(await find()).toMatchObject({ state: 'failed', error_code })
    world.payments.confirm(paymentIntent.id)
    const paymentIntentId = paymentIntent.id
    await world.as('fan')(events.join, { body: { event_id: 'night', paymentIntentId } })
    await expect(failWith(error)).rejects.toMatchObject({ message })
    expect(await find()).toMatchObject({ state: 'succeeded' })
  })
})
