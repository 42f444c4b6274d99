import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { operatorMoney } from '#contract/operator/money/calls.ts'
import { payouts } from '#contract/payouts/calls.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import { makeSale, makeSeller, makeUser } from '#server/testing/make.ts'
import { databaseNames, ruleOn } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const NUMBER = 'T7000012050002'
const DAY = 86_400_000

describe.each(databaseNames)('invoices of platform fees on %s', (database) => {
  let world: World
  const open = async (env: Record<string, string> = {}) => {
    world = await createWorld(database, {
      SELLER_NAME: '株式会社ルーム',
      SELLER_INVOICE_NUMBER: NUMBER,
      ...env,
    })
    for (const name of ['aoi', 'fan']) await makeUser(world, name)
    await makeUser(world, 'admin', { role: 'operator' })
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
  const entries = async (id: string, fee: number, occurred_at: string, order_id: string | null) => {
    for (const [side, amount] of [
      ['platform_fee', fee],
      ['seller', -fee],
    ] as const)
      await world.add('ledger_entry', {
        id: `${id}-${side}`,
        movement_id: id,
        account: side,
        owner_id: 'aoi',
        order_id,
        kind: fee < 0 ? 'refund' : 'sale',
        amount,
        occurred_at,
        source_ref: null,
      })
  }
  async function fetchPage(url: string, user: string) {
    const token = await world.tokenOf(user)
    const answer = await world.fetch(url, { headers: { authorization: `Bearer ${token}` } })
    return { status: answer.status, text: await answer.text() }
  }
  const read = (month: string, user = 'aoi') =>
    fetchPage(urlOf(payouts.getFee, { params: { month } }), user)
  const readAsOperator = (id: string) =>
    fetchPage(urlOf(operatorMoney.getFeeInvoice, { params: { id } }), 'admin')
  const papers = async (query = {}) =>
    (await world.as('admin')(operatorMoney.listFeeInvoices, { query })).items
  const issue = () => world.issueInvoices()

  it('sums a month in Japan, with tax rounded once and the operator’s number', async () => {
    await sale(100, '2026-09-30T15:00:00.000Z')
    await sale(99, '2026-10-31T14:59:59.999Z')
    await sale(7, '2026-10-31T15:00:00.000Z')
    await issue()
    expect(await world.as('aoi')(payouts.listFees, {})).toEqual([
      { month: '2026-10', amount: 199, numbers: ['F00000001'] },
    ])
    const { status, text } = await read('2026-10')
    expect(status).toBe(200)
    expect(text).toContain('<b>¥199</b>')
    expect(text).toContain('うち消費税額</th><td>¥18</td>')
    expect(text).toContain('<p class="legal">適格請求書</p>')
    expect(text).toContain(`登録番号 ${NUMBER}`)
    expect(text).toContain('No. F00000001<br>発行日 2026-11-20')
    expect(text).toContain('取引期間</th><td>2026-10-01 〜 2026-10-31</td>')
    expect(text).toContain('<span>藍川 &lt;葵&gt;</span> 様')
    expect(text).not.toMatch(/<script|style=/)
  })

  it(
    'has the same bytes after renaming, registration and leaving, and for the operator',
    ruleOn(database),
    async () => {
      await world.close()
      await open({ SELLER_INVOICE_NUMBER: '' })
      await sale(100, '2026-10-05T03:00:00.000Z')
      await issue()
      const before = await read('2026-10')
      expect(before.text).toContain('適格請求書・適格返還請求書には当たりません')
      const [paper] = await papers()
      expect(paper).toMatchObject({ seller: 'aoi', total: 100, is_correction: false })

      await world.db
        .updateTable('user')
        .set({ name: 'midori', display_name: '緑' })
        .where('id', '=', 'aoi')
        .execute()
      await world.db.updateTable('seller_account').set({ seller: '{"name":"緑川"}' }).execute()
      Object.assign(world.deps.config.seller, { invoiceNumber: NUMBER, name: '別の会社' })
      await issue()
      expect(await read('2026-10')).toEqual(before)

      await world.db.updateTable('seller_account').set({ state: 'none' }).execute()
      await leave('aoi', 900)
      expect(await readAsOperator(paper!.id)).toEqual(before)
      expect(await papers()).toHaveLength(1)
    },
  )

  /** Leaves, with the proceeds paid out. */
  async function leave(name: string, proceeds: number) {
    const password = 'long and secret'
    const password_hash = await hashPassword(password)
    await world.db.updateTable('user').set({ password_hash }).where('id', '=', name).execute()
    await world.add('payout', {
      id: 'all',
      owner_id: name,
      payout_ref: null,
      amount: proceeds,
      state: 'paid',
      created_at: world.clock.now().toISOString(),
      arrived_at: null,
    })
    await world.as(name)(account.leave, { body: { password } })
  }

  it('is issued once, however often and wherever the job runs', async () => {
    await sale(100, '2026-10-05T03:00:00.000Z')
    await issue()
    await issue()
    expect(await papers()).toHaveLength(1)
    await expect(world.db.updateTable('fee_invoice').set({ total: 1 }).execute()).rejects.toThrow()
    await expect(world.db.deleteFrom('fee_invoice').execute()).rejects.toThrow()
  })

  it(
    'waits a day for fees that the provider tells late, and corrects what comes later',
    ruleOn(database),
    async () => {
      world.clock.move(Date.parse('2026-11-01T14:59:59.000Z') - world.clock.now().getTime())
      await sale(100, '2026-10-05T03:00:00.000Z')
      await issue()
      expect((await read('2026-10')).status).toBe(404)
      world.clock.move(1_000)
      await issue()
      expect((await read('2026-10')).status).toBe(200)
      await entries('late', 23, '2026-10-31T03:00:00.000Z', null)
      world.clock.move(DAY)
      await world.db.updateTable('seller_account').set({ seller: '{"name":"緑川"}' }).execute()
      await issue()
      await issue()
      const { text } = await read('2026-10')
      const [first, second, none] = text.split('</article>')
      expect(first).toContain('<b>¥100</b>')
      expect(first).toContain('藍川')
      expect(second).toContain('<h1>訂正請求書</h1>')
      expect(second).toContain('<b>¥123</b>')
      expect(second).toContain('請求書 No. F00000001（発行日 2026-11-02、合計 ¥100）を')
      expect(second).toContain('差額は ¥23 です')
      expect(second).toContain('緑川')
      expect(none).not.toContain('paper')
      expect(await world.as('aoi')(payouts.listFees, {})).toEqual([
        { month: '2026-10', amount: 123, numbers: ['F00000001', 'F00000002'] },
      ])
      expect(await papers({ search: 'F00000002' })).toMatchObject([{ is_correction: true }])
      expect(await papers({ search: '@aoi' })).toHaveLength(2)
      expect(await papers({ search: 'fan' })).toEqual([])
    },
  )

  it(
    'has no invoice number before the day of its registration, within a month either',
    ruleOn(database),
    async () => {
      await world.close()
      await open({ SELLER_INVOICE_SINCE: '2026-10-16' })
      await sale(100, '2026-09-05T03:00:00.000Z')
      await sale(10, '2026-10-15T14:59:59.999Z')
      await sale(20, '2026-10-15T15:00:00.000Z')
      await issue()
      expect((await read('2026-09')).text).not.toContain(NUMBER)
      const { text } = await read('2026-10')
      const [before, since] = text.split('</article>')
      expect(before).toContain('2026-10-01 〜 2026-10-15')
      expect(before).toContain('<b>¥10</b>')
      expect(before).not.toContain(NUMBER)
      expect(since).toContain('2026-10-16 〜 2026-10-31')
      expect(since).toContain('<b>¥20</b>')
      expect(since).toContain(NUMBER)
      Object.assign(world.deps.config.seller, { invoiceSince: '2026-10-01' })
      await entries('late', 5, '2026-10-02T03:00:00.000Z', null)
      await issue()
      expect(await papers()).toMatchObject([{ total: 15, is_correction: true }, {}, {}, {}])
    },
  )

  it('is issued of the running month before a seller leaves, and corrected under that name', async () => {
    await sale(100, '2026-11-05T03:00:00.000Z')
    await leave('aoi', 900)
    const [paper] = await papers()
    expect((await readAsOperator(paper!.id)).text).toContain('藍川 &lt;葵&gt;')
    await entries('late', 5, '2026-11-20T03:00:00.000Z', null)
    world.clock.move(20 * DAY)
    await issue()
    const [correction] = await papers()
    expect(correction).toMatchObject({ total: 105, is_correction: true })
    expect((await readAsOperator(correction!.id)).text).toContain('藍川 &lt;葵&gt;')
  })

  it('subtracts refunded fees', ruleOn(database), async () => {
    await sale(100, '2026-10-05T03:00:00.000Z')
    const order_id = await sale(50, '2026-10-06T03:00:00.000Z')
    await entries('back', -50, '2026-10-07T03:00:00.000Z', order_id)
    await issue()
    const { text } = await read('2026-10')
    expect(text).toContain('返金にともなう返還</th><td>¥-50</td>')
    expect(text).toContain('<b>¥100</b>')
  })

  it('is a return if more was given back than taken', ruleOn(database), async () => {
    const order_id = await sale(50, '2026-09-06T03:00:00.000Z')
    await entries('back', -50, '2026-10-07T03:00:00.000Z', order_id)
    await issue()
    const { text } = await read('2026-10')
    expect(text).toContain('<h1>返還明細書</h1>')
    expect(text).toContain('適格返還請求書（返還インボイス）')
  })

  it(
    'has none for the current month, a month without fees, or another seller',
    ruleOn(database),
    async () => {
      await sale(100, '2026-11-05T03:00:00.000Z')
      await sale(100, '2026-10-05T03:00:00.000Z')
      await issue()
      for (const month of ['2026-11', '2026-12', '2026-09'])
        expect((await read(month)).status).toBe(404)
      expect((await read('2026-13')).status).toBe(422)
      expect((await read('2026-10', 'fan')).status).toBe(404)
      expect((await readAsOperator('nothing')).status).toBe(404)
    },
  )
})
