import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { urlOf } from '#contract/http/caller.ts'
import { payouts } from '#contract/payouts/calls.ts'
import { makeSale, makeSeller, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const NUMBER = 'T7000012050002'

describe.each(databaseNames)('invoices of platform fees on %s', (database) => {
  let world: World
  const open = async (env: Record<string, string> = {}) => {
    world = await createWorld(database, {
      SELLER_NAME: '株式会社ルーム',
      SELLER_INVOICE_NUMBER: NUMBER,
      ...env,
    })
    for (const name of ['aoi', 'fan']) await makeUser(world, name)
    await makeSeller(world, 'aoi', { seller: JSON.stringify({ name: '藍川 <葵>' }) })
  }
  beforeEach(() => open())
  afterEach(() => world.close())

  const sale = (fee: number, settled_at: string) =>
    makeSale(world, {
      buyer_id: 'fan',
      seller_id: 'aoi',
      amount: fee * 10,
      net: fee * 9,
      settled_at,
    })
  async function read(month: string, user = 'aoi') {
    const token = await world.tokenOf(user)
    const answer = await world.fetch(urlOf(payouts.getFee, { params: { month } }), {
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: answer.status, text: await answer.text() }
  }

  it('sums a month in Japan, with tax rounded once and the operator’s number', async () => {
    await sale(100, '2026-09-30T15:00:00.000Z')
    await sale(99, '2026-10-31T14:59:59.999Z')
    await sale(7, '2026-10-31T15:00:00.000Z')
    expect(await world.as('aoi')(payouts.listFees, {})).toEqual([{ month: '2026-10', amount: 199 }])
    const { status, text } = await read('2026-10')
    expect(status).toBe(200)
    expect(text).toContain('<b>¥199</b>')
    expect(text).toContain('うち消費税額</th><td>¥18</td>')
    expect(text).toContain(`登録番号 ${NUMBER}`)
    expect(text).toContain('発行日 2026-10-31')
    expect(text).toContain('<span>藍川 &lt;葵&gt;</span> 様')
    expect(text).not.toMatch(/<script|style=/)
  })

  it('subtracts refunded fees', async () => {
    await sale(100, '2026-10-05T03:00:00.000Z')
    const order_id = await sale(50, '2026-10-06T03:00:00.000Z')
    for (const [account, amount] of [
      ['platform_fee', -50],
      ['seller', 50],
    ] as const)
      await world.add('ledger_entry', {
        id: `back-${account}`,
        movement_id: 'back',
        account,
        owner_id: 'aoi',
        order_id,
        kind: 'refund',
        amount,
        occurred_at: '2026-10-07T03:00:00.000Z',
        source_ref: null,
      })
    const { text } = await read('2026-10')
    expect(text).toContain('返金にともなう返還</th><td>¥-50</td>')
    expect(text).toContain('<b>¥100</b>')
  })

  it('has none for the current month, a month without fees, or another seller', async () => {
    await sale(100, '2026-11-05T03:00:00.000Z')
    await sale(100, '2026-10-05T03:00:00.000Z')
    for (const month of ['2026-11', '2026-12', '2026-09'])
      expect((await read(month)).status).toBe(404)
    expect((await read('2026-13')).status).toBe(422)
    expect((await read('2026-10', 'fan')).status).toBe(404)
  })

  it('states that it is not a qualified invoice if the operator has no number', async () => {
    await world.close()
    await open({ SELLER_INVOICE_NUMBER: '' })
    await sale(100, '2026-10-05T03:00:00.000Z')
    const { text } = await read('2026-10')
    expect(text).not.toContain('登録番号 T')
    expect(text).toContain('適格請求書には当たりません')
  })
})
