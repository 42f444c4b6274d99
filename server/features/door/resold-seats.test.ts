import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DoorBundle } from '#contract/door/bundle.ts'
import { door } from '#contract/door/calls.ts'
import { readCode, ticketHash } from '#contract/door/code.ts'
import { evaluateNumber, evaluateScan } from '#contract/door/verdict.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { createStage, type Stage } from '#server/features/orders/resale/testing/stage.ts'
import { claimGatePhone, type GatePhone } from '#server/testing/gate-phone.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'

const HOUR_MS = 3_600_000

/** ann's ticket is listed, and bob buys it while gate A is offline. */
describe.each(apiDatabaseNames)('a resold seat at doors without a network on %s', (database) => {
  let stage: Stage
  let a: GatePhone
  let b: GatePhone
  let before: DoorBundle
  let after: DoorBundle
  let old: Awaited<ReturnType<Stage['ticketOf']>>
  let fresh: typeof old
  const params = { roomid: 'aoi', id: 'night' }

  beforeEach(async () => {
    stage = await createStage(database, 'digital_ticket')
    await stage.buy('ann')
    old = await stage.ticketOf('ann')
    a = await claimGatePhone(stage.world, 'night', 'A入口', { from: 1, to: 1 })
    b = await claimGatePhone(stage.world, 'night', 'B入口')
    before = await a.prepare()
    await stage.world.as('ann')(tickets.issuePaper, {
      params: { id: old.id },
      body: { paper_name: '安藤' },
    })
    stage.world.clock.move(23 * HOUR_MS)
    await stage.list('ann')
    await stage.buy('bob')
    fresh = await stage.ticketOf('bob')
    after = await b.prepare()
  })
  afterEach(() => stage.world.close())

  const report = () => stage.world.as('aoi')(door.getDoorReport, { params })
  async function scan(phone: GatePhone, { plan }: DoorBundle, { id, credential }: typeof old) {
    const nowMs = stage.world.clock.now().getTime()
    const context = { plan, gateId: phone.id, log: phone.log, nowMs }
    const code = readCode(credential)!
    return evaluateScan({ code, proof: 'still', hash: await ticketHash(id) }, context).verdict
  }

  it('is known to a door with the next list: the old ticket is dead, the new one has another code', async () => {
    expect(fresh).toMatchObject({ status: 'valid', number: '002', paper_name: null })
    expect(fresh.id).not.toBe(old.id)
    expect(fresh.credential).not.toBe(old.credential)
    expect(await scan(b, after, old)).toBe('cancelled')
    expect(await scan(b, after, fresh)).toBe('check_holder')
    const { log } = b
    const context = {
      plan: after.plan,
      gateId: b.id,
      log,
      nowMs: stage.world.clock.now().getTime(),
    }
    expect(evaluateNumber('001', context).verdict).toBe('cancelled')
    expect(evaluateNumber('002', context).verdict).toBe('check_holder')
    const dead = (await stage.world.as('ann')(tickets.listIssued, {})).items[0]
    expect(dead).toMatchObject({ status: 'cancelled', resold: true })
    expect(fresh.resold).toBe(false)
  })

  it.each([
    ['the offline door first', ['a', 'b']],
    ['the other door first', ['b', 'a']],
  ])('entered twice is a 二重入場, whichever log comes first: %s', async (_, order) => {
    expect(await scan(a, before, old)).toBe('check_holder')
    await a.write('admit', await ticketHash(old.id), { minutes: -5 })
    await b.write('admit', await ticketHash(fresh.id))
    const sent = []
    for (const name of order) sent.push((await (name === 'a' ? a : b).send()).conflicts)
    expect(sent).toEqual([[], ['001', '002']])
    const { doubles, ended } = await report()
    expect(doubles).toMatchObject([
      { number: '001・002', status: 'used', entries: [{ gate: 'A入口' }, { gate: 'B入口' }] },
    ])
    expect(ended).toMatchObject([{ number: '001', status: 'cancelled' }])
    await a.write('undo', await ticketHash(old.id))
    expect((await a.send()).conflicts).toEqual([])
    expect((await report()).doubles).toEqual([])
  })

  it('torn on the phone of the seller, who had no network, is an entry, too', async () => {
    await expect(stage.tear('ann', old.id)).rejects.toMatchObject({ status: 409 })
    await b.write('admit', await ticketHash(fresh.id))
    expect((await b.send()).conflicts).toEqual(['001', '002'])
    expect((await report()).doubles).toMatchObject([{ number: '001・002' }])
  })

  it('used before it was sold, and told later, leaves the list without a word', async () => {
    await stage.list('bob')
    const paying = await stage.start('cat')
    await b.write('admit', await ticketHash(fresh.id))
    await b.send()
    await stage.expectExact()
    stage.world.payments.confirm(paying)
    await expect(stage.finish('cat', paying)).rejects.toMatchObject({ status: 410 })
    expect(await stage.holders()).toEqual(['bob'])
    expect((await report()).doubles).toEqual([])
    await stage.expectExact()
  })
})
