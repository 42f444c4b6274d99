import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { auth } from '#contract/auth/calls.ts'
import { ACCOUNT_SUSPENDED, SUSPENDED_NAME } from '#contract/auth/messages.ts'
import { inbox } from '#contract/inbox/calls.ts'
import {
  NOT_SUSPENDED,
  SUSPEND_LAST_OPERATOR,
  SUSPEND_SELF,
  SUSPENDED_ALREADY,
} from '#contract/operator/messages.ts'
import { operatorPeople } from '#contract/operator/people/calls.ts'
import { operatorRooms } from '#contract/operator/rooms/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import {
  makeComment,
  makeMember,
  makeRoom,
  makeSeller,
  makeThread,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { SHELL } from '../audit.ts'
import * as shell from './people-actions.ts'

const PASSWORD = 'kakurenbo-9'
const reason = '嫌がらせが続いたため'

describe.each(apiDatabaseNames)('operators’ actions on people, on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeUser(world, 'admin', { role: 'operator' })
    await makeUser(world, 'fan', { password_hash: await hashPassword(PASSWORD) })
    await makeRoom(world, 'aoi', { amount: 980, title: '夜ふかし喫茶室' })
    await makeSeller(world, 'aoi')
  })
  afterEach(() => world.close())

  const admin = () => world.as('admin')
  const suspend = (name: string) =>
    admin()(operatorPeople.suspendPerson, { params: { name }, body: { reason } })
  const restore = (name: string) =>
    admin()(operatorPeople.restorePerson, { params: { name }, body: { reason } })
  const login = () =>
    world.as(null)(auth.login, { body: { email: 'fan@room.test', password: PASSWORD } })
  const getVisibility = (user: string | null, id = 'aoi') =>
    world.as(user)(rooms.getRoom, { params: { id } })
  async function join(name = 'fan') {
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const fan = world.as(name)
    const { subscriptionId } = await fan(rooms.startSubscription, { body })
    await fan(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    return subscriptionId
  }
  const records = () =>
    world.db.selectFrom('audit').selectAll().orderBy('created_at').orderBy('id').execute()
  const mailed = () => world.mail.sent.map(({ to, subject }) => `${to} ${subject.slice(6)}`).sort()

  it('find people by handle, display name, full email address and status', async () => {
    await makeUser(world, 'kaede', { display_name: '楓の葉', official_flg: 1 })
    const findBy = async (query: object) =>
      (await admin()(operatorPeople.listPeople, { query })).items.map(({ name }) => name)
    expect(await findBy({ search: '@kaede' })).toEqual(['kaede'])
    expect(await findBy({ search: '楓' })).toEqual(['kaede'])
    expect(await findBy({ state: 'official' })).toEqual(['kaede'])
    expect(await findBy({ state: 'operator' })).toEqual(['admin'])
    expect(await findBy({})).toHaveLength(4)
    const byEmail = (email: string) => admin()(operatorPeople.findByEmail, { body: { email } })
    expect(await byEmail('Fan@room.test')).toEqual({ name: 'fan' })
    await expect(byEmail('fa@room.test')).rejects.toMatchObject({ status: 422 })
    await suspend('fan')
    expect(await findBy({ state: 'suspended' })).toEqual(['fan'])
  })

  it('suspend: end every session, refuse logins with a message, and inform the person', async () => {
    const fan = world.as('fan')
    await fan(account.getMe, {})
    const person = await suspend('fan')
    expect(person).toMatchObject({
      status: 'suspended',
      suspension: { reason },
      sessions: 0,
      can: { suspend: false, restore: true },
      acts: [{ action: 'user.suspend', actor: 'admin', after: { reason, status: 'suspended' } }],
    })
    await expect(fan(account.getMe, {})).rejects.toMatchObject({ status: 401 })
    await expect(login()).rejects.toMatchObject({ status: 403, message: ACCOUNT_SUSPENDED })
    await expect(
      world.as('aoi')(account.getProfile, { params: { name: 'fan' } }),
    ).rejects.toMatchObject({ status: 404 })
    await world.deliver()
    expect(mailed()).toEqual(['fan@room.test アカウントの利用を停止しました'])
    expect(world.mail.sent[0]!.text).toContain(reason)
  })

  it('restore: allow login again with all data, and record both actions', async () => {
    await suspend('fan')
    await restore('fan')
    await login()
    await world.as('aoi')(account.getProfile, { params: { name: 'fan' } })
    await world.deliver()
    expect(mailed()).toContain('fan@room.test アカウントの利用を再開しました')
    expect(
      (await records()).map(({ action, target, actor_id }) => [action, target, actor_id]),
    ).toEqual([
      ['user.suspend', 'user:fan', 'admin'],
      ['user.restore', 'user:fan', 'admin'],
    ])
    expect(JSON.stringify(await records())).not.toContain('@room.test')
  })

  it('hide a suspended author’s name on their content, and show it again when restored', async () => {
    await makeMember(world, 'room-aoi', 'fan')
    await makeThread(world, 'room-aoi', 'aoi', { id: 'thread' })
    await makeComment(world, 'thread', 'fan', { text: 'きれいですね' })
    const params = { roomid: 'aoi', threadid: 'thread' }
    const author = async () =>
      (await world.as('aoi')(threads.listComments, { params, query: {} })).items[0]!.member
    await suspend('fan')
    expect(await author()).toMatchObject({ name: 'fan', display_name: SUSPENDED_NAME })
    await restore('fan')
    expect(await author()).toMatchObject({ display_name: 'fanさん' })
  })

  it('suspend the room of a suspended owner, and restore it with its former state', async () => {
    const ref = await join()
    await world.deliver()
    world.mail.sent.length = 0
    await suspend('aoi')
    await expect(getVisibility(null)).rejects.toMatchObject({ status: 404 })
    await world.deliver()
    await world.deliver()
    expect(world.payments.isPaused(ref)).toBe(true)
    expect(mailed()).toEqual([
      'aoi@room.test アカウントの利用を停止しました',
      'fan@room.test 参加中のルームを一時停止しています',
    ])
    await restore('aoi')
    await world.deliver()
    await world.deliver()
    expect(await getVisibility(null)).toMatchObject({ state: 1 })
    expect(world.payments.isPaused(ref)).toBe(false)
    expect(mailed()).toContain('fan@room.test 参加中のルームが再開しました')
  })

  it('keep a room suspended until neither it nor its owner is, in any order', async () => {
    const room = { params: { id: 'aoi' }, body: { reason } }
    const state = async () =>
      (await admin()(operatorRooms.getOperatorRoom, { params: room.params })).state
    await world.db.updateTable('room').set({ state: 8 }).execute()
    for (const first of ['room', 'owner']) {
      await admin()(operatorRooms.suspendRoom, room)
      await suspend('aoi')
      if (first === 'room') await admin()(operatorRooms.restoreRoom, room)
      else await restore('aoi')
      expect(await state()).toBe(9)
      if (first === 'room') await restore('aoi')
      else await admin()(operatorRooms.restoreRoom, room)
      expect(await state()).toBe(8)
    }
  })

  it('charge a suspended member nothing, and refund a month charged all the same', async () => {
    world.payments.bookAtOnce()
    const ref = await join()
    await suspend('fan')
    await world.deliver()
    expect(world.payments.isPaused(ref)).toBe(true)
    // The provider charged before the pause.
    const { periodEnd } = world.payments.subscriptions.get(ref)!
    world.clock.move(Date.parse(periodEnd!) - world.clock.now().getTime())
    const { pause_collection } = world.payments.amend('subscription', ref, {
      pause_collection: null,
    })
    world.payments.renew(ref)
    world.payments.amend('subscription', ref, { pause_collection })
    await world.sweep()
    for (let times = 0; times < 3; times++) await world.deliver()
    await restore('fan')
    await world.deliver()
    const { items } = await world.as('fan')(orders.listPayments, { query: {} })
    expect(items.map(({ status }) => status)).toEqual(['refunded', 'succeeded'])
    expect(world.payments.isPaused(ref)).toBe(false)
    expect(await getVisibility('fan')).toMatchObject({ subscribed: true })
  })

  it('refund a payment made at the moment of a suspension', async () => {
    world.payments.bookAtOnce()
    const body = { room_id: 'aoi', token: 'tok_threeDSecure2Required' }
    const fan = world.as('fan')
    const { subscriptionId } = await fan(rooms.startSubscription, { body })
    await suspend('fan')
    const { charge } = world.payments.subscriptions.get(subscriptionId)!
    world.payments.confirm(charge!.ref)
    world.clock.move(60_000)
    await world.sweep()
    for (let times = 0; times < 3; times++) await world.deliver()
    const order = await world.db.selectFrom('order').selectAll().executeTakeFirstOrThrow()
    expect(order).toMatchObject({ state: 'refunded', refunded_amount: 980 })
    expect(await world.db.selectFrom('membership').selectAll().execute()).toEqual([])
  })

  it('pause no subscription when restored before the provider was called', async () => {
    const ref = await join()
    await suspend('fan')
    await restore('fan')
    await world.deliver()
    expect(world.payments.isPaused(ref)).toBe(false)
  })

  it('retry during an outage of the provider', async () => {
    const ref = await join()
    world.payments.cutNext('pauseSubscription')
    await suspend('fan')
    await world.deliver()
    expect(world.payments.isPaused(ref)).toBe(false)
    world.clock.move(10 * 60_000)
    await world.deliver()
    expect(world.payments.isPaused(ref)).toBe(true)
  })

  it('pause each member alone: one who fails at the provider keeps nobody else waiting', async () => {
    await makeUser(world, 'second')
    const refs = [await join(), await join('second')]
    const paused = () => refs.filter((ref) => world.payments.isPaused(ref)).length
    world.payments.cutNext('pauseSubscription')
    await suspend('aoi')
    for (let times = 0; times < 2; times++) await world.deliver()
    expect(paused()).toBe(1)
    world.clock.move(10 * 60_000)
    await world.deliver()
    expect(paused()).toBe(2)
  })

  it('refuse a suspension of oneself, the last operator, a suspended or an unknown person', async () => {
    await expect(suspend('admin')).rejects.toMatchObject({ status: 409, message: SUSPEND_SELF })
    await expect(shell.suspend(world.deps, SHELL, 'admin', reason)).rejects.toMatchObject({
      status: 409,
      message: SUSPEND_LAST_OPERATOR,
    })
    await expect(restore('fan')).rejects.toMatchObject({ status: 409, message: NOT_SUSPENDED })
    await suspend('fan')
    await expect(suspend('fan')).rejects.toMatchObject({ status: 409, message: SUSPENDED_ALREADY })
    await expect(suspend('nobody')).rejects.toMatchObject({ status: 404 })
    await expect(
      admin()(operatorPeople.suspendPerson, { params: { name: 'aoi' }, body: { reason: ' ' } }),
    ).rejects.toMatchObject({ status: 422, errors: { reason: [expect.any(String)] } })
    expect((await records()).map(({ action }) => action)).toEqual(['user.suspend'])
  })

  it('keep one of two operators who suspend each other concurrently', async () => {
    await makeUser(world, 'second', { role: 'operator' })
    const ask = (by: string, name: string) =>
      world.as(by)(operatorPeople.suspendPerson, { params: { name }, body: { reason } })
    await Promise.allSettled([ask('admin', 'second'), ask('second', 'admin')])
    const left = await world.db
      .selectFrom('user')
      .select('name')
      .where('role', '=', 'operator')
      .where('status', '=', 'active')
      .execute()
    expect(left).toHaveLength(1)
  })

  it('grant and revoke the badge with a record, and do nothing if unchanged', async () => {
    const badge = (official_flg: 0 | 1) =>
      admin()(operatorPeople.setOfficial, {
        params: { name: 'aoi' },
        body: { official_flg, reason },
      })
    const shown = async () => (await getVisibility(null)).owner.official_flg
    expect(await badge(1)).toMatchObject({ official_flg: 1 })
    await badge(1)
    expect(await shown()).toBe(1)
    await badge(0)
    expect(await shown()).toBe(0)
    const { items } = await world.as('aoi')(inbox.listConversations, { query: {} })
    expect(items.map(({ title, last_text }) => [title, last_text.includes(reason)])).toEqual([
      ['公式バッジを外しました', true],
      ['公式バッジが付きました', true],
    ])
    expect((await records()).map(({ before, after }) => [before, after])).toEqual([
      ['{"official_flg":0}', JSON.stringify({ official_flg: 1, reason })],
      ['{"official_flg":1}', JSON.stringify({ official_flg: 0, reason })],
    ])
  })
})
