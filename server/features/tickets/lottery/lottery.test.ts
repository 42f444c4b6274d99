import { afterEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { lottery } from '#contract/lottery/calls.ts'
import {
  GROUP_CHOICES,
  GROUP_FULL,
  GROUP_GONE,
  LOTTERY_CHOICE_GONE,
  LOTTERY_CHOICE_NEEDED,
  LOTTERY_CHOICE_NOT_FOR_ALL,
  LOTTERY_CHOICE_TWICE,
  LOTTERY_CLOSED,
  LOTTERY_EARLY,
  LOTTERY_NO_GIVING,
  LOTTERY_ONLY,
  LOTTERY_OVER,
  LOTTERY_TYPE,
} from '#contract/lottery/messages.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { operatorSwitches } from '#contract/operator/switches/calls.ts'
import { momentLabel } from '#contract/orders/confirmation.ts'
import { SALE_RULES } from '#contract/orders/sale-rules.ts'
import { OWN_ROOM } from '#contract/rooms/messages.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import { snapshotOf } from '#server/features/orders/order-snapshot.ts'
import { makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { GUEST, PEOPLE } from '../types/testing/stage.ts'
import { createLottery, type LotteryStage } from './testing/stage.ts'

const S = { name: 'S席', amount: 6_500, capacity: 1 }
const USUAL = { name: '一般', amount: 4_500, capacity: 2 }

describe.each(apiDatabaseNames)('a lottery on %s', (database) => {
  let stage: LotteryStage
  const create = async (
    ...args: Parameters<typeof createLottery> extends [unknown, ...infer R] ? R : []
  ) => {
    stage = await createLottery(database, ...args)
    return stage
  }
  afterEach(async () => {
    await stage.isExactSeats()
    await stage.world.close()
  })
  const refused = (status: number, message: string) => ({ status, message })

  it('takes applications in its time alone, one of each person, for nobody but those who may buy', async () => {
    const { apply, at, own, world } = await create()
    await expect(apply('ann')).rejects.toMatchObject(refused(409, LOTTERY_EARLY))
    at(1)
    await expect(apply('aoi')).rejects.toMatchObject(refused(409, OWN_ROOM))
    await expect(
      world.as(null)(lottery.apply, { params: { id: 'night' }, body: {} as never }),
    ).rejects.toMatchObject({ status: 401 })
    const first = await apply('ann')
    expect(first).toMatchObject({ state: 'applied', group: [], can: { apply: true } })
    // Applying again keeps the public id and the contribution.
    const { public_id, contribution } = await apply('ann')
    expect({ public_id, contribution }).toEqual({
      public_id: first.public_id,
      contribution: first.contribution,
    })
    expect(await stage.mailsTo('ann')).toEqual(['抽選の申し込みを受け付けました'])
    at(24)
    await expect(apply('bob')).rejects.toMatchObject(refused(410, LOTTERY_CLOSED))
    await expect(stage.withdraw('ann')).rejects.toMatchObject(refused(410, LOTTERY_CLOSED))
    expect(await own('bob')).toMatchObject({ state: 'none', can: { apply: false } })
  })

  it('forgets an application that is withdrawn before the close', async () => {
    const { apply, at, own, withdraw } = await create()
    at(2)
    await apply('ann')
    await withdraw('ann')
    await withdraw('ann')
    expect(await own('ann')).toMatchObject({ state: 'none', public_id: null })
    at(24)
    await stage.settle()
    expect((await stage.text('list')).text).not.toMatch(/^[12] /m)
  })

  it('refuses choices that are missing, twice, too many or of no type', async () => {
    const { apply, at, idOf } = await create({
      types: [S, USUAL, { name: '二階' }, { name: '立見' }],
    })
    at(1)
    const [s, usual] = [await idOf('S席'), await idOf('一般')]
    const errors = (message: string) => ({ status: 422, errors: { choices: [message] } })
    await expect(apply('ann')).rejects.toMatchObject(errors(LOTTERY_CHOICE_NEEDED))
    await expect(apply('ann', { choices: [s, s] })).rejects.toMatchObject(
      errors(LOTTERY_CHOICE_TWICE),
    )
    await expect(apply('ann', { choices: ['x'] })).rejects.toMatchObject(
      errors(LOTTERY_CHOICE_GONE),
    )
    const four = [s, usual, await idOf('二階'), await idOf('立見')]
    await expect(apply('ann', { choices: four })).rejects.toMatchObject({ status: 422 })
    expect((await apply('ann', { choices: [usual, s] })).choices).toEqual([usual, s])
    expect((await apply('ann', { choices: [s] })).choices).toEqual([s])
  })

  it('sells to nobody but winners while it is planned or under way', async () => {
    const { at, begin, world } = await create()
    const give = () =>
      world.as('aoi')(tickets.giveTicket, { params: stage.params, body: { name: 'ann' } })
    const join = { params: { kind: 'digital_ticket' as const, id: 'night' } }
    for (const hour of [0, 2, 24, 26]) {
      at(hour)
      await stage.settle()
      await expect(begin('ann')).rejects.toMatchObject(refused(409, LOTTERY_ONLY))
      await expect(give()).rejects.toMatchObject(refused(409, LOTTERY_NO_GIVING))
      await expect(world.as('ann')(waitlist.joinWait, join)).rejects.toMatchObject({ status: 409 })
    }
    at(121)
    await stage.settle()
    await expect(begin('ann')).rejects.toMatchObject(refused(410, LOTTERY_OVER))
  })

  it('sells the rest at its end if the owner said so', async () => {
    const { at, pay, begin } = await create({ then_sold: true })
    at(119)
    await expect(begin('ann')).rejects.toMatchObject(refused(409, LOTTERY_ONLY))
    at(120)
    await stage.settle()
    expect(await pay('ann')).toMatchObject({ number: '001' })
  })

  it('tells its result at its minute, not a second before, and anybody can repeat it', async () => {
    const { at, apply, own, text, published, world } = await create()
    at(1)
    for (const name of [...PEOPLE, GUEST]) await apply(name)
    const mine = await own('ann')
    const before = await published()
    expect(before).toMatchObject({ list_hash: null, told: false })
    expect((await text('list')).status).toBe(404)
    at(24)
    await stage.settle()
    const closed = await published()
    expect(closed.commitment).toBe(before.commitment)
    expect(closed).toMatchObject({
      list_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      told: false,
    })
    const list = await text('list')
    expect(list.text).toContain(`1 1 ${mine.public_id}:${mine.contribution}\n`)
    expect(list.text).not.toMatch(/ann|bob|user/)
    world.clock.move(3_600_000 - 1)
    await stage.settle()
    const secret = await world.db.selectFrom('lottery').select('secret').executeTakeFirstOrThrow()
    expect(JSON.stringify(await published())).not.toContain(secret.secret)
    expect((await text('result')).status).toBe(404)
    for (const name of PEOPLE) expect(await own(name)).toMatchObject({ state: 'applied' })
    expect((await world.as('ann')(waitlist.listWaits, {})).items).toEqual([])
    await expect(stage.begin('ann')).rejects.toMatchObject({ status: 409 })
    expect(await stage.mailsTo('ann')).toEqual(['抽選の申し込みを受け付けました'])
    world.clock.move(1)
    // By the clock alone: no job has run since.
    const states = await Promise.all(
      [...PEOPLE, GUEST].map(async (name) => (await own(name)).state),
    )
    expect(states.toSorted()).toEqual(['lost', 'lost', 'lost', 'won', 'won'])
    const verified = await stage.verify(mine)
    expect(verified).toMatchObject({ differences: [], groups: 5, winners: 2 })
    expect(verified.own?.choice).toBe((await own('ann')).state === 'won' ? 1 : null)
    expect((await text('list')).text).toBe(list.text)
    expect((await text('list')).tag).toBe(`"${closed.list_hash}"`)
    await stage.settle()
    for (const name of [...PEOPLE, GUEST]) {
      const isWinner = (await own(name)).state === 'won'
      expect((await stage.mailsTo(name)).slice(1)).toEqual([
        isWinner ? '当選のお知らせ' : '抽選の結果のお知らせ',
      ])
      const { items } = await world.as(name)(notifications.listNotifications, { query: {} })
      expect(items[0]).toMatchObject({ title: '抽選の結果が出ました' })
      // The emails of winners and others hold all that must not change any more.
      const { public_id, contribution } = await own(name)
      expect(stage.keptBy(name)).toEqual({
        ...{ commitment: before.commitment, listHash: closed.list_hash },
        own: { id: public_id, contribution },
      })
    }
  })

  it('tells its result while the server writes, as it does for all at that minute', async () => {
    const { at, apply, world } = await create()
    at(1)
    await apply('ann')
    at(25)
    await stage.settle()
    const ann = world.as('ann')
    const read = () => ann(lottery.getApplication, { params: { id: 'night' }, query: {} })
    await read()
    expect(await world.db.transaction().execute(read)).toMatchObject({ state: 'won' })
  })

  it('lets winners buy the type that they won, by card, until their deadline', async () => {
    const { at, apply, idOf, own, pay, begin } = await create({ capacity: 3, types: [S, USUAL] })
    at(1)
    const choices = [await idOf('S席'), await idOf('一般')]
    for (const name of PEOPLE) await apply(name, { choices })
    at(25)
    await stage.settle()
    const states = await Promise.all(PEOPLE.map(async (name) => ({ name, ...(await own(name)) })))
    const won = states.filter(({ state }) => state === 'won')
    expect(won.map(({ type }) => type).toSorted()).toEqual(
      [choices[0], choices[1], choices[1]].toSorted(),
    )
    const best = won.find(({ type }) => type === choices[0])!
    await expect(begin(best.name, choices[1])).rejects.toMatchObject(refused(409, LOTTERY_TYPE))
    await pay(best.name, choices[0])
    expect(await own(best.name)).toMatchObject({ state: 'bought' })
    expect((await stage.issued(best.name))[0]).toMatchObject({ type: { name: 'S席' } })
    at(49)
    const other = won.find(({ name }) => name !== best.name)!
    await expect(begin(other.name, choices[1])).rejects.toMatchObject(refused(409, LOTTERY_ONLY))
    expect(await own(other.name)).toMatchObject({ state: 'lapsed' })
    expect((await stage.ownLottery()).counts).toMatchObject({ people: 4, won: 3, bought: 1 })
  })

  it('offers what winners leave to the next of the order, until its end', async () => {
    const { at, apply, own, withdraw, world } = await create({ capacity: 1 })
    at(1)
    for (const name of PEOPLE) await apply(name)
    at(25)
    await stage.settle()
    const [winner] = await stage.winners(PEOPLE)
    const places = new Map<string, number>()
    for (const name of PEOPLE) places.set(name, (await stage.verify(await own(name))).own!.place)
    const order = PEOPLE.toSorted((a, b) => places.get(a)! - places.get(b)!)
    expect(order[0]).toBe(winner)
    await expect(withdraw(winner!)).rejects.toMatchObject({ status: 410 })
    // The first gives it back; the second lets it lapse.
    await world.as(winner!)(waitlist.leaveWait, { params: { kind: 'digital_ticket', id: 'night' } })
    await stage.settle()
    expect(await stage.winners(PEOPLE)).toEqual([order[1]])
    expect((await stage.mailsTo(order[1]!)).at(-1)).toBe('繰り上げ当選のお知らせ')
    at(25 + 24)
    await stage.settle()
    expect((await stage.mailsTo(order[1]!)).at(-1)).toBe('当選の期限が過ぎました')
    await stage.settle()
    expect(await stage.winners(PEOPLE)).toEqual([order[2]])
    await stage.pay(order[2]!)
    at(120)
    await stage.settle()
    expect(await own(order[3]!)).toMatchObject({ state: 'lost' })
  })

  it('offers no seat while purchases are paused, and none in its last hours', async () => {
    const { at, apply, world } = await create({ capacity: 1 })
    await makeUser(world, 'admin', { role: 'operator' })
    const turn = (enabled: boolean) =>
      world.as('admin')(operatorSwitches.turnSwitch, {
        params: { name: 'purchase' },
        body: { enabled, reason: '点検' },
      })
    const decline = { params: { kind: 'digital_ticket', id: 'night' } } as const
    at(1)
    for (const name of PEOPLE) await apply(name)
    at(25)
    await stage.settle()
    const [winner] = await stage.winners(PEOPLE)
    await world.as(winner!)(waitlist.leaveWait, decline)
    await turn(false)
    await stage.settle()
    expect(await stage.winners(PEOPLE)).toEqual([])
    await turn(true)
    await stage.settle()
    const [next] = await stage.winners(PEOPLE)
    await world.as(next!)(waitlist.leaveWait, decline)
    at(114.01)
    await stage.settle()
    expect(await stage.winners(PEOPLE)).toEqual([])
  })

  it('ends a payment number with the deadline of its winner, and keeps it with the order', async () => {
    const { at, apply, own, world, begin } = await create({ capacity: 1 })
    at(1)
    await apply('ann')
    at(25)
    await stage.settle()
    const { until } = await own('ann')
    const { voucher } = await world.as('ann')(tickets.startTicketJoin, {
      params: { id: 'night' },
      body: { method: 'konbini' },
    })
    expect(Date.parse(voucher!.expires_at)).toBeLessThanOrEqual(Date.parse(until!))
    expect(await own('ann')).toMatchObject({ state: 'won' })
    const [order] = await readTable(world.db, 'order')
    const moment = momentLabel(until!)
    expect(snapshotOf(order!).confirmation).toContainEqual({
      label: '抽選販売',
      text: SALE_RULES.entry_lottery.text({ heldUntil: moment, drawn: true }),
    })
    const ends = { label: '申込期間', text: `${moment}までです。` }
    expect(snapshotOf(order!).confirmation).toContainEqual(ends)
    await expect(begin('ann')).rejects.toMatchObject({ status: 409 })
  })

  it('passes people who deleted their accounts after the close', async () => {
    const { at, apply, world } = await create({ capacity: 1 })
    at(1)
    for (const name of PEOPLE) await apply(name)
    const passwords = { password_hash: await hashPassword('hoshi no yoru 9') }
    await world.db.updateTable('user').set(passwords).execute()
    at(24)
    await stage.settle()
    const places = new Map<string, number>()
    at(25)
    await stage.settle()
    for (const name of PEOPLE)
      places.set(name, (await stage.verify(await stage.own(name))).own!.place)
    const order = PEOPLE.toSorted((a, b) => places.get(a)! - places.get(b)!)
    // The second of the order, then the winner.
    for (const name of [order[1]!, order[0]!])
      await world.as(name)(account.leave, { body: { password: 'hoshi no yoru 9' } })
    await stage.settle()
    expect(await stage.winners(order.slice(2))).toEqual([order[2]])
    expect((await stage.text('list')).text.match(/^1 1 /gm)).toHaveLength(4)
    expect(await stage.verify()).toMatchObject({ differences: [] })
  })

  describe('with groups', () => {
    it('lets people join by a link, each with their own application, up to the limit', async () => {
      const { at, apply, own } = await create({ capacity: 4 })
      at(1)
      const { invite } = await apply('ann')
      expect(await own('bob', invite!)).toMatchObject({ state: 'none', invited_by: 'annさん' })
      await expect(apply('bob', { invite: 'x' })).rejects.toMatchObject(refused(409, GROUP_GONE))
      const joined = await apply('bob', { invite })
      expect(joined.group).toEqual([
        { display_name: 'annさん', own: false, leads: true },
        { display_name: 'bobさん', own: true, leads: false },
      ])
      expect(joined.invite).toBeNull()
      await expect(apply('cat', { invite })).rejects.toMatchObject(refused(409, GROUP_FULL))
      await expect(apply('bob')).rejects.toMatchObject(refused(409, GROUP_CHOICES))
      expect(await own('cat')).toMatchObject({ state: 'none', group: [] })
      expect((await stage.ownLottery()).counts).toMatchObject({ people: 2, groups: [0, 1, 0, 0] })
    })

    it('gives the choices to the next of the group if its leader leaves', async () => {
      const { at, apply, own, withdraw } = await create()
      at(1)
      const { invite } = await apply('ann')
      await apply('bob', { invite })
      await withdraw('ann')
      expect(await own('bob')).toMatchObject({ state: 'applied', group: [] })
      expect(await apply('bob')).toMatchObject({ state: 'applied' })
    })

    it('refuses choices of its leader that are not for everybody in it', async () => {
      const members = { ...S, member_months: 0 }
      const { at, apply, idOf } = await create({ types: [members, USUAL] })
      at(1)
      const [s, usual] = [await idOf(S.name), await idOf(USUAL.name)]
      const { invite } = await apply('ann', { choices: [usual] })
      await apply(GUEST, { invite })
      await expect(apply('ann', { choices: [s, usual] })).rejects.toMatchObject({
        errors: { choices: [LOTTERY_CHOICE_NOT_FOR_ALL] },
      })
      expect(await apply('ann', { choices: [usual] })).toMatchObject({ choices: [usual] })
    })

    it('moves an application to the group of an invitation', async () => {
      const { at, apply, own } = await create()
      at(1)
      const alone = await apply('bob')
      const { invite } = await apply('ann')
      const joined = await apply('bob', { invite })
      expect(joined.public_id).toBe(alone.public_id)
      expect(joined.group.map(({ leads }) => leads)).toEqual([true, false])
      expect((await own('ann')).group).toHaveLength(2)
      expect((await stage.ownLottery()).counts).toMatchObject({ people: 2, groups: [0, 1, 0, 0] })
    })

    it('lets them win or lose together, and each buy', async () => {
      const { at, apply, own, pay } = await create({ capacity: 3 })
      at(1)
      for (const [leader, other] of [
        ['ann', 'bob'],
        ['cat', 'dan'],
      ] as const) {
        const { invite } = await apply(leader)
        await apply(other, { invite })
      }
      at(25)
      await stage.settle()
      const won = await stage.winners(PEOPLE)
      expect([
        ['ann', 'bob'],
        ['cat', 'dan'],
      ]).toContainEqual(won)
      for (const name of won) await pay(name)
      await stage.settle()
      // One place is left, and the other group does not fit.
      const lost = PEOPLE.filter((name) => !won.includes(name))
      for (const name of lost) expect(await own(name)).toMatchObject({ state: 'lost' })
      expect(await stage.verify(await own('dan'))).toMatchObject({ differences: [], people: 4 })
    })
  })

  it('gives members a double weight only where it was announced, and groups of members alone', async () => {
    const { at, apply, text } = await create({ members_first: true })
    at(1)
    const { invite } = await apply('ann')
    await apply(GUEST, { invite })
    await apply('bob')
    at(24)
    await stage.settle()
    const weights = (await text('list')).text.match(/^[12](?= 1 )/gm)
    expect(weights?.toSorted()).toEqual(['1', '2'])
  })

  it('tells all who applied that the ticket was cancelled, before and after the draw', async () => {
    for (const hour of [2, 26]) {
      const { at, apply, params, world } = await create()
      at(1)
      for (const name of PEOPLE) await apply(name)
      at(hour)
      await stage.settle()
      await world.as('aoi')(tickets.cancelTicket, { params })
      for (let n = 0; n < 2; n++) await stage.settle()
      for (const name of PEOPLE) {
        const mails = await stage.mailsTo(name)
        expect(mails.filter((subject) => subject === '抽選販売が中止になりました')).toHaveLength(1)
      }
      const offers = await readTable(world.db, 'seat_offer')
      expect(offers.map(({ outcome }) => outcome)).toEqual(
        hour === 2 ? [] : ['cancelled', 'cancelled'],
      )
      if (hour === 2) await world.close()
    }
  })
})
