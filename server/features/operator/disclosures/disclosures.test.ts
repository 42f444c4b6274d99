import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { disclosures } from '#contract/disclosures/calls.ts'
import { DISCLOSURE_LATE_DAYS, DISCLOSURE_REMIND_DAYS } from '#contract/disclosures/limits.ts'
import type { RequestError } from '#contract/http/caller.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { operatorDisclosures } from '#contract/operator/disclosures/calls.ts'
import { makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const FACTS = {
  name: '藍川葵',
  address: '東京都千代田区1-1',
  phone: '0312345678',
  disclosed: false,
}

describe.each(apiDatabaseNames)('supervision of disclosure requests on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    for (const name of ['aoi', 'mio']) await makeRoom(world, name)
    await makeSeller(world, 'aoi', { seller: JSON.stringify(FACTS) })
    await makeSeller(world, 'mio')
    await makeUser(world, 'admin', { role: 'operator' })
    for (const name of ['mio', 'aoi']) {
      const body = { name: '依頼者', email: 'asks@example.com', reason: '確かめたい' }
      await world.as(null)(disclosures.askDisclosure, { params: { name }, body })
      world.clock.move(1_000)
    }
    await world.deliver()
    world.mail.sent.length = 0
  })
  afterEach(() => world.close())

  const admin = () => world.as('admin')
  const listed = async (query = {}) =>
    (await admin()(operatorDisclosures.listDisclosures, { query })).items
  const ofAoi = async () => (await listed()).find(({ seller }) => seller.name === 'aoi')!.id
  const status = (call: Promise<unknown>) =>
    call.then(
      () => 204,
      (error: RequestError) => error.status,
    )
  const sent = async () => {
    await world.deliver()
    return world.mail.sent.map(({ to, subject }) => `${to} ${subject}`)
  }
  const actions = async () =>
    (await world.db.selectFrom('audit').selectAll().orderBy('id').execute()).map(
      ({ action }) => action,
    )

  it('lists requests of all sellers, and marks late ones', async () => {
    world.clock.move(DISCLOSURE_LATE_DAYS * DAY_MS - 2_000)
    expect(await listed()).toMatchObject([
      { seller: { name: 'mio' }, late: true, days: DISCLOSURE_LATE_DAYS, known: false },
      { seller: { name: 'aoi' }, late: false, known: true },
    ])
  })

  it('reminds the seller once a day', async () => {
    const id = await ofAoi()
    const remind = () => status(admin()(operatorDisclosures.remindSeller, { params: { id } }))
    expect([await remind(), await remind()]).toEqual([204, 409])
    world.clock.move(DISCLOSURE_REMIND_DAYS * DAY_MS)
    expect(await remind()).toBe(204)
    expect(await sent()).toEqual(
      Array(2).fill(expect.stringMatching(/^aoi@room.test .*お答えください/)),
    )
    expect(await actions()).toEqual(['disclosure.remind', 'disclosure.remind'])
  })

  it('reminds in time after the clock was ahead (72)', async () => {
    const id = await ofAoi()
    const remind = () => status(admin()(operatorDisclosures.remindSeller, { params: { id } }))
    world.clock.move(365 * DAY_MS)
    expect(await remind()).toBe(204)
    world.clock.move(-365 * DAY_MS)
    expect([await remind(), await remind()]).toEqual([204, 409])
  })

  it('answers in the seller’s place: the requester is emailed as usual, and the seller is told', async () => {
    const id = await ofAoi()
    const disclose = () =>
      status(
        admin()(operatorDisclosures.disclose, { params: { id }, body: { reason: '期限のため' } }),
      )
    expect([await disclose(), await disclose()]).toEqual([204, 409])
    expect((await sent()).sort()).toEqual([
      expect.stringMatching(/^aoi@room.test .*運営が答えました/),
      expect.stringMatching(/^asks@example.com .*開示/),
    ])
    expect(world.mail.sent.find(({ to }) => to === 'asks@example.com')!.text).toContain(
      FACTS.address,
    )
    const { items } = await world.as('aoi')(inbox.listConversations, { query: {} })
    expect(items).toMatchObject([{ kind: 'system', title: '開示請求に運営が答えました' }])
    expect(await listed()).toHaveLength(1)
    expect(await listed({ state: 'all' })).toHaveLength(2)
    expect(await actions()).toEqual(['disclosure.disclose'])
    const row = await world.db.selectFrom('audit').selectAll().executeTakeFirstOrThrow()
    expect(row.before + row.after).not.toContain('@')
  })

  it('cannot disclose unknown facts, and records no failed attempt', async () => {
    const { id } = (await listed()).find(({ seller }) => seller.name === 'mio')!
    const body = { reason: '期限のため' }
    expect(await status(admin()(operatorDisclosures.disclose, { params: { id }, body }))).toBe(409)
    expect([await actions(), await sent()]).toEqual([[], []])
    const declined = { declined_for: 'unclear', ...body } as const
    const call = admin()(operatorDisclosures.decline, { params: { id }, body: declined })
    expect(await status(call)).toBe(204)
    expect(await actions()).toEqual(['disclosure.decline'])
  })
})
