import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/orders/calls.ts'
import { byMonth, monthLabel } from './by-month.ts'
import { paidIn, paymentStatus } from './payment-status.ts'

const paid = (change: Partial<Payment> = {}): Payment => ({
  id: 'p1',
  kind: 'event',
  subject: { id: 'e1', title: '夜ふかし朗読会' },
  amount: 1_980,
  discount: 0,
  status: 'succeeded',
  paid_at: '2026-11-18T12:03:00.000Z',
  refunded_amount: 0,
  seller: '藍川 あおい',
  refund: 'none',
  method: 'card',
  asks_account: false,
  can: { refund: false },
  refundable: null,
  receipt_number: 'R00002840',
  addressee: null,
  ...change,
})

describe('payments by month', () => {
  it('are grouped by months in Japan time', () => {
    const payments = [
      paid({ id: 'november', paid_at: '2026-10-31T15:00:00.000Z' }),
      paid({ id: 'october', paid_at: '2026-10-31T14:59:59.999Z' }),
    ]
    expect(byMonth(payments, true).map(({ month }) => month)).toEqual(['2026-11', '2026-10'])
  })

  it('sum only completed payments, less refunds', () => {
    const payments = [
      paid({ amount: 980 }),
      paid({ amount: 1_500, status: 'failed' }),
      paid({ amount: 3_500, status: 'confirming' }),
      paid({ amount: 800, status: 'refunded', refunded_amount: 800 }),
      paid({ amount: 2_000, refunded_amount: 500 }),
    ]
    expect(byMonth(payments, true)[0]?.total).toBe(980 + 1_500)
  })

  it('have no sum for a month that may be incomplete', () => {
    const payments = [paid(), paid({ paid_at: '2026-10-18T12:00:00.000Z' })]
    expect(byMonth(payments, false).map(({ total }) => total)).toEqual([1_980, null])
    expect(byMonth(payments, true).map(({ total }) => total)).toEqual([1_980, 1_980])
  })

  it('never sum below 0', () => {
    const any = fc.record({
      status: fc.constantFrom('succeeded', 'refunded', 'failed', 'confirming'),
      amount: fc.nat(100_000),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(any, ({ status, amount, part }) => {
        const refunded_amount = Math.floor(amount * part)
        const sum = paidIn(paid({ status: status as Payment['status'], amount, refunded_amount }))
        expect(sum).toBeGreaterThanOrEqual(0)
        expect(sum).toBeLessThanOrEqual(amount)
      }),
    )
  })

  it('formats a month', () => expect(monthLabel('2026-01')).toBe('2026年1月'))
})

describe('payment status', () => {
  it.each([
    { change: {}, label: '支払い済み' },
    { change: { refunded_amount: 500 }, label: '一部返金' },
    { change: { status: 'refunded', refunded_amount: 1_980 }, label: '返金済み' },
    { change: { status: 'failed' }, label: '支払い失敗' },
    { change: { status: 'confirming' }, label: '確認中' },
  ] as const)('has the label $label', ({ change, label }) => {
    expect(paymentStatus(paid(change)).label).toBe(label)
  })
})
