import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/lib/durations.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import type { PushService } from '#server/testing/push-service.ts'
import type { World } from '#server/testing/world.ts'
import { addPhone, createPushDevice } from './testing/phones.ts'

describe.each(apiDatabaseNames)('failed renewal on %s', (database) => {
  let world: World
  let service: PushService
  let ref: string
  beforeEach(async () => {
    ;({ world, service } = await createPushDevice(database))
    await makeRoom(world, 'aoi', { amount: 980, title: '喫茶室' })
    await makeSeller(world, 'aoi')
    await makeUser(world, 'fan')
    const body = { room_id: 'aoi', token: 'tok_visa' }
    ref = (await world.as('fan')(rooms.startSubscription, { body })).subscriptionId
    const subscribe = { room_id: 'aoi', subscriptionId: ref }
    await world.as('fan')(rooms.subscribe, { body: subscribe })
  })
  afterEach(() => world.close())

  it('is notified at once in daytime, and again when the membership ends', async () => {
    const { periodEnd } = world.payments.subscriptions.get(ref)!
    world.clock.move(Date.parse(periodEnd!) - world.clock.now().getTime())
    await addPhone(world, service, 'fan')
    world.payments.renew(ref, 'refused')
    await world.sendEvent({ kind: 'subscription', ref, type: 'invoice.payment_failed' })
    for (let times = 0; times < 3; times++) await world.deliver()
    expect(service.got.map(({ message }) => message)).toMatchObject([
      {
        title: 'お支払いの確認が必要です',
        body: '「喫茶室」の今月の参加費を確認できませんでした',
        url: '/account/room',
      },
    ])
    world.clock.move(8 * DAY_MS)
    await world.sweep()
    for (let times = 0; times < 3; times++) await world.deliver()
    expect(service.titles().at(-1)).toBe('ルームから退会となりました')
  })
})
