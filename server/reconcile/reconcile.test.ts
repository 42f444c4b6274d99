import { expect, it } from 'vitest'
import { sideLabel } from '#contract/operator/reconciliation-sides.ts'
import type { Flag } from '#server/db/schema/types.ts'
import { INVARIANTS, type Ours, type Theirs } from './facts.ts'
import { reconcile, worded } from './report.ts'
import { checkUnusedDays, suspensionsOf } from './unused-days.ts'

/** Consistent data: a ticket and a month, sold for ¥2,000 each; a third sale, refunded and paid out. */
function agreed(): { ours: Ours; theirs: Theirs } {
  const account = 'acct_1'
  const sale = (n: number, kind: 'event' | 'room', state: 'settled' | 'refunded') => ({
    order: {
      id: `order-${n}`,
      buyer_id: `fan-${n}`,
      seller_id: 'owner',
      kind,
      subject_id: `${kind}-1`,
      live_only: kind === 'event' ? (1 as Flag) : null,
      amount: 2_000,
      state,
      refunded_amount: state === 'refunded' ? 2_000 : 0,
      period:
        kind === 'room'
          ? { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' }
          : null,
    },
    attempt: {
      id: `attempt-${n}`,
      order_id: `order-${n}`,
      account_ref: account,
      intent_ref: `pi_${n}`,
      subscription_ref: kind === 'room' ? `sub_${n}` : null,
      state: 'succeeded' as const,
    },
    right: {
      id: `right-${n}`,
      user_id: `fan-${n}`,
      kind,
      subject_id: `${kind}-1`,
      order_id: `order-${n}`,
      status: state === 'refunded' ? ('revoked' as const) : ('valid' as const),
      live_only: kind === 'event' ? (1 as Flag) : (0 as Flag),
    },
    intent: {
      ref: `pi_${n}`,
      account,
      amount: 2_000,
      currency: 'jpy',
      paid: true,
      returned: state === 'refunded' ? 2_000 : 0,
      disputed: false,
      metadata: { order_id: `order-${n}`, user_id: `fan-${n}`, subject_id: `${kind}-1` },
      created: 100,
    },
  })
  const sales = [
    sale(1, 'event', 'settled'),
    sale(2, 'room', 'settled'),
    sale(3, 'event', 'refunded'),
  ]
  const entry = (n: number, line: string, kind: 'sale' | 'refund', sides: [string, number][]) =>
    sides.map(([side, amount]) => ({
      movement_id: `m-${line}`,
      account: side as 'buyer',
      owner_id: 'owner',
      order_id: `order-${n}`,
      kind,
      amount,
      source_ref: line,
    }))
  const sold: [string, number][] = [
    ['buyer', -2_000],
    ['platform_fee', 200],
    ['provider_fee', 72],
    ['seller', 1_728],
  ]
  const line = (ref: string, type: string, gross: number, fee: number, share: number) => ({
    ref,
    account,
    type,
    gross,
    providerFee: fee,
    platformFee: share,
    net: gross - fee - share,
    created: 100,
  })
  const out = { movement_id: 'm-out', owner_id: 'owner', order_id: null, kind: 'payout' as const }
  return {
    ours: {
      readAt: '2026-11-20T00:00:00.000Z',
      suspensions: [],
      sellers: [{ userId: 'owner', account }],
      orders: sales.map(({ order }) => order),
      attempts: sales.map(({ attempt }) => attempt),
      rights: sales.map(({ right }) => right),
      refunds: [
        {
          id: 'r-1',
          order_id: 'order-3',
          attempt_id: 'attempt-3',
          amount: 2_000,
          state: 'done',
          refund_ref: 're_1',
          reason: 'seller',
        },
      ],
      disputes: [],
      ledger: [
        ...entry(1, 'txn_1', 'sale', sold),
        ...entry(2, 'txn_2', 'sale', sold),
        ...entry(3, 'txn_3', 'sale', sold),
        ...entry(3, 'txn_4', 'refund', [
          ['buyer', 2_000],
          ['platform_fee', -200],
          ['seller', -1_800],
        ]),
        { ...out, account: 'seller', amount: -500, source_ref: null },
        { ...out, account: 'payout', amount: 500, source_ref: null },
      ],
      payouts: [{ id: 'p', owner_id: 'owner', payout_ref: 'po_1', amount: 500, state: 'paid' }],
      memberships: [
        {
          room_id: 'room-1',
          user_id: 'fan-2',
          status: 'active',
          subscription_ref: 'sub_2',
          cancel_at_period_end: 0,
        },
      ],
      events: [{ id: 'event-1', capacity: 1, taken: 1, participants: 1 }],
      entries: [{ id: 'entry-1', capacity: 2, taken: 1 }],
      types: [{ id: 'type-1', capacity: 2, taken: 2 }],
      typedSeats: [
        { ticket_type_id: 'type-1', seats: 1, held: false },
        { ticket_type_id: 'type-1', seats: 1, held: true },
      ],
      codes: [{ id: 'code-1', taken: 1, limit: 1 }],
      redemptions: [{ code_id: 'code-1', seats: 1 }],
      companions: [{ digital_ticket_id: 'entry-1' }],
      holds: [],
      offers: [],
      gathered: [],
      listings: [],
      notices: [{ id: 'evt_1', state: 'done', works: 1 }],
      damage: [],
    },
    theirs: {
      accounts: [account],
      lines: [
        line('txn_1', 'charge', 2_000, 72, 200),
        line('txn_2', 'charge', 2_000, 72, 200),
        line('txn_3', 'charge', 2_000, 72, 200),
        line('txn_4', 'refund', -2_000, 0, -200),
        line('txn_5', 'payout', -500, 0, 0),
      ],
      intents: sales.map(({ intent }) => intent),
      refunds: [
        { ref: 're_1', account, intent: 'pi_3', amount: 2_000, failed: false, created: 100 },
      ],
      disputes: [],
      payouts: [{ ref: 'po_1', account, amount: 500, state: 'paid', created: 100 }],
      subscriptions: [
        {
          ref: 'sub_2',
          account,
          live: true,
          endsWithPeriod: false,
          metadata: { user_id: 'fan-2', subject_id: 'room-1' },
          created: 100,
        },
      ],
    },
  }
}

it('reconciliation finds nothing in consistent data, and reports every invariant', () => {
  const { ours, theirs } = agreed()
  const report = reconcile(ours, theirs)
  expect(report.differences).toEqual([])
  expect(new Set(Object.values(report.holds))).toEqual(new Set([true]))
  expect(Object.keys(report.holds)).toEqual(Object.keys(INVARIANTS))
  const sum = { gross: 4_000, fee: 216 + 400, net: 3 * 1_728 - 1_800 }
  expect(report.sums).toEqual([{ account: 'acct_1', ours: sum, theirs: sum }])
  expect(worded(report)).toContain('No difference.')
})

type Change = (sides: { ours: Ours; theirs: Theirs }) => void
const cases: [what: string, invariant: string, object: string, change: Change][] = [
  ['a sale that the books miss', 'I6', 'txn_1', ({ ours }) => void ours.ledger.splice(0, 4)],
  [
    'a fee that is a yen off',
    'I6',
    'txn_2',
    ({ ours }) => {
      ours.ledger[5]!.amount++
      ours.ledger[7]!.amount--
    },
  ],
  [
    'a sale of the books that never was',
    'I6',
    'txn_3',
    ({ theirs }) => void theirs.lines.splice(2, 1),
  ],
  [
    'a movement with a side missing',
    'I6',
    'movement m-txn_4',
    ({ ours }) => void ours.ledger.splice(12, 1),
  ],
  [
    'a movement about an order that names no line',
    'I6',
    'movement m-txn_1',
    ({ ours }) => {
      for (const entry of ours.ledger.slice(0, 4)) entry.source_ref = null
    },
  ],
  ['a payout that we do not know', 'I6', 'po_1', ({ ours }) => void ours.payouts.pop()],
  [
    'a payout that failed there',
    'I6',
    'po_1',
    ({ theirs }) => {
      theirs.payouts[0]!.state = 'failed'
    },
  ],
  ['a payout that they do not know', 'I6', 'po_1', ({ theirs }) => void theirs.payouts.pop()],
  ['a refund that we do not know', 'I3', 're_1', ({ ours }) => void ours.refunds.pop()],
  ['a refund that never was', 'I3', 'refund r-1', ({ theirs }) => void theirs.refunds.pop()],
  [
    'a refund that came back',
    'I3',
    're_1',
    ({ theirs }) => {
      theirs.refunds[0]!.failed = true
    },
  ],
  [
    'a refund of another sum',
    'I3',
    're_1',
    ({ ours }) => {
      ours.refunds[0]!.amount = 1_999
    },
  ],
  [
    'a dispute that we do not know',
    'I3',
    'dp_1',
    ({ theirs }) =>
      void theirs.disputes.push({
        ref: 'dp_1',
        account: 'acct_1',
        intent: 'pi_2',
        amount: 2_000,
        state: 'open',
        created: 100,
      }),
  ],
  ['a payment without a right', 'I3', 'pi_1', ({ ours }) => void ours.rights.splice(0, 1)],
  [
    'a payment of which nobody knows',
    'I3',
    'pi_9',
    ({ theirs }) => void theirs.intents.push({ ...theirs.intents[0]!, ref: 'pi_9' }),
  ],
  [
    'an order that was paid twice',
    'I3',
    'order order-1',
    ({ ours, theirs }) => {
      theirs.intents.push({ ...theirs.intents[0]!, ref: 'pi_9' })
      ours.attempts.push({ ...ours.attempts[0]!, id: 'attempt-9', intent_ref: 'pi_9' })
    },
  ],
  [
    'a right for nothing',
    'I2',
    'event right right-1',
    ({ theirs }) => {
      theirs.intents[0]!.paid = false
    },
  ],
  [
    'a settled order that nobody paid',
    'I4',
    'order order-2',
    ({ theirs }) => {
      theirs.intents[1]!.paid = false
    },
  ],
  [
    'a right with the archive of a purchase without it',
    'I2',
    'event right right-1',
    ({ ours }) => {
      ours.rights[0]!.live_only = 0
    },
  ],
  [
    'a payment of another sum',
    'I2',
    'pi_1',
    ({ theirs }) => {
      theirs.intents[0]!.amount = 50
    },
  ],
  [
    'a payment by somebody else',
    'I2',
    'pi_1',
    ({ theirs }) => {
      theirs.intents[0]!.metadata.user_id = 'thief'
    },
  ],
  [
    'a subscription that is renewed for nothing',
    'I5',
    'sub_2',
    ({ ours }) => {
      ours.memberships[0]!.status = 'left'
    },
  ],
  [
    'a membership whose subscription is over',
    'I5',
    'fan-2 in room-1',
    ({ theirs }) => {
      theirs.subscriptions[0]!.live = false
    },
  ],
  [
    'somebody who would go on paying though they left',
    'I5',
    'sub_2',
    ({ ours }) => {
      ours.memberships[0]!.cancel_at_period_end = 1
    },
  ],
  [
    'two subscriptions of one person and room',
    'I5',
    'fan-2 in room-1',
    ({ theirs }) => void theirs.subscriptions.push({ ...theirs.subscriptions[0]!, ref: 'sub_9' }),
  ],
  [
    'more tickets than seats',
    'I1',
    'event event-1',
    ({ ours }) => {
      ours.events[0]!.capacity = 0
    },
  ],
  [
    'a seat that is counted twice',
    'I7',
    'event event-1',
    ({ ours }) => {
      ours.events[0]!.taken = 2
    },
  ],
  [
    'a seat of a companion that is not counted',
    'I7',
    'digital_ticket entry-1',
    ({ ours }) => {
      ours.companions.push({ digital_ticket_id: 'entry-1' })
    },
  ],
  [
    'a ticket type with more tickets than places',
    'I1',
    'ticket_type type-1',
    ({ ours }) => {
      ours.types[0]!.taken = 4
      ours.typedSeats[0]!.seats = 3
    },
  ],
  [
    'a seat of a ticket type that is not counted',
    'I7',
    'ticket_type type-1',
    ({ ours }) => {
      ours.types[0]!.taken = 1
    },
  ],
  [
    'a code that was used beyond its limit',
    'I12',
    'promotion_code code-1',
    ({ ours }) => {
      ours.codes[0]!.taken = 2
      ours.redemptions.push({ code_id: 'code-1', seats: 1 })
    },
  ],
  [
    'a use of a code that is not counted',
    'I12',
    'promotion_code code-1',
    ({ ours }) => {
      ours.redemptions = []
    },
  ],
  [
    'an order whose second seat is not counted',
    'I7',
    'digital_ticket entry-1',
    ({ ours }) => {
      ours.entries[0]!.taken = 2
      ours.holds.push({
        ...{ order_id: 'order-9', kind: 'digital_ticket', subject_id: 'entry-1', seats: 2 },
      })
    },
  ],
  [
    'an offer whose second seat is not counted',
    'I7',
    'digital_ticket entry-1',
    ({ ours }) => {
      ours.entries[0]!.taken = 2
      ours.offers.push({ kind: 'digital_ticket', subject_id: 'entry-1', seats: 2 })
    },
  ],
  [
    'a seat kept for a group that waits, and not counted',
    'I7',
    'digital_ticket entry-1',
    ({ ours }) => {
      ours.gathered.push({ kind: 'digital_ticket', subject_id: 'entry-1', seats: 1 })
    },
  ],
  [
    'a listed ticket whose seat is not for sale',
    'I7',
    'event event-1',
    ({ ours }) => {
      ours.listings.push({ kind: 'event', subject_id: 'event-1' })
    },
  ],
  [
    'a notice whose work was left twice',
    'I8',
    'evt_1',
    ({ ours }) => {
      ours.notices[0]!.works = 2
    },
  ],
  ['a damaged file', 'I11', 'database', ({ ours }) => void ours.damage.push('a page is gone')],
]

it.each(cases)('reconciliation names %s', (_, invariant, object, change) => {
  const sides = agreed()
  change(sides)
  const report = reconcile(sides.ours, sides.theirs)
  const difference = report.differences.find(
    (one) => one.invariant === invariant && one.object === object,
  )
  expect(difference, worded(report)).toBeDefined()
  expect(difference!.todo).not.toBe('')
  expect(report.holds[invariant as 'I1']).toBe(false)
  // The engine's own messages are not translated.
  if (invariant === 'I11') return
  for (const { object, ours, theirs } of report.differences)
    for (const side of [object, ours, theirs].map(sideLabel))
      expect(side.match(LATIN_WORD)?.filter((word) => !REFERENCE.test(word)) ?? []).toEqual([])
})
/** Latin text in the report must be a reference. */
const LATIN_WORD = /[A-Za-z][\w-]*/g
const REFERENCE = /^(\w+[-_]\w*\d|thief)$/

it('reconciliation accepts a month that a bank returned after its subscription ended', () => {
  const { ours, theirs } = agreed()
  const [membership] = ours.memberships
  const begun = ours.attempts.find(({ subscription_ref }) => subscription_ref === 'sub_2')!
  theirs.subscriptions[0]!.live = false
  membership!.cancel_at_period_end = 1
  const won = { dispute_ref: 'dp_1', order_id: begun.order_id, attempt_id: begun.id, amount: 2_000 }
  ours.disputes.push({ ...won, state: 'won' })
  theirs.disputes.push({
    ref: 'dp_1',
    account: begun.account_ref!,
    intent: begun.intent_ref!,
    amount: 2_000,
    state: 'won',
    created: 100,
  })
  expect(reconcile(ours, theirs).differences).toEqual([])
  ours.disputes[0]!.state = 'lost'
  expect(reconcile(ours, theirs).holds.I5).toBe(false)
})

it('reconciliation accepts a balance transaction of zero', () => {
  const { ours, theirs } = agreed()
  const still = {
    ...theirs.lines[0]!,
    type: 'adjustment',
    gross: 0,
    net: 0,
    platformFee: 0,
    providerFee: 0,
  }
  theirs.lines.push({ ...still, ref: 'txn_9' })
  expect(reconcile(ours, theirs).differences).toEqual([])
  theirs.lines.push({ ...still, ref: 'txn_10', net: -1_300, providerFee: 1_300 })
  expect(reconcile(ours, theirs).differences).toHaveLength(1)
})

it('reconciliation ignores what may still be in transit to us', () => {
  const { ours, theirs } = agreed()
  theirs.lines.push({ ...theirs.lines[0]!, ref: 'txn_9', created: 500 })
  expect(reconcile(ours, theirs, 500).differences).toEqual([])
  expect(reconcile(ours, theirs, 501).differences).toHaveLength(1)
})

const SUSPENDED = { roomId: 'room-1', since: '2026-11-03T00:00:00.000Z' }

/** A suspension of ten and a half days of the paid month: ten days of thirty are ¥666. */
function suspended(back: number | null, until: string | null = '2026-11-13T12:00:00.000Z') {
  const sides = agreed()
  sides.ours.suspensions.push({ ...SUSPENDED, until })
  if (back === null) return sides
  const refund = { ...sides.ours.refunds[0]!, id: 'r-2', refund_ref: 're_2', amount: back }
  const of = { order_id: 'order-2', attempt_id: 'attempt-2' }
  sides.ours.refunds.push({ ...refund, ...of, reason: `unused_days:${SUSPENDED.since}` })
  sides.theirs.refunds.push({ ...sides.theirs.refunds[0]!, ref: 're_2', amount: back })
  return sides
}
const unusedDays = ({ ours, theirs }: ReturnType<typeof agreed>) =>
  reconcile(ours, theirs).differences.map(({ invariant, object, todo, ...of }) => {
    for (const side of [of.ours, of.theirs].map(sideLabel)) expect(side).not.toMatch(/[a-z]/)
    return [invariant, object, of.ours, todo]
  })
const MISSING = 'give the unused days back'

it('reconciliation names unused days of a suspended room that were not given back', () => {
  const due = (back: string, todo = MISSING) => [
    ['I9', 'order order-2', `¥666 due, ¥${back} back`, todo],
  ]
  expect(unusedDays(suspended(666))).toEqual([])
  expect(unusedDays(suspended(null))).toEqual(due('0'))
  expect(unusedDays(suspended(665))).toEqual(due('665'))
  expect(unusedDays(suspended(667))).toEqual(due('667', 'find out why more was given back'))
})

it('reconciliation expects the days of a lasting suspension once the month has ended', () => {
  const sides = suspended(null, null)
  expect(unusedDays(sides)).toEqual([])
  sides.ours.readAt = '2026-12-02T00:00:00.000Z'
  expect(unusedDays(sides)).toEqual([['I9', 'order order-2', '¥1,866 due, ¥0 back', MISSING]])
})

it('reconciliation expects no more unused days than what is left of the month', () => {
  const sides = suspended(null)
  const refund = { ...sides.ours.refunds[0]!, id: 'r-3', refund_ref: 're_3', amount: 1_900 }
  sides.ours.refunds.push({ ...refund, order_id: 'order-2', attempt_id: 'attempt-2' })
  sides.theirs.refunds.push({ ...sides.theirs.refunds[0]!, ref: 're_3', amount: 1_900 })
  expect(unusedDays(sides)).toEqual([['I9', 'order order-2', '¥100 due, ¥0 back', MISSING]])
  sides.ours.disputes.push({
    ...{ dispute_ref: 'dp_1', order_id: 'order-2', attempt_id: 'attempt-2' },
    ...{ amount: 2_000, state: 'lost' },
  })
  expect(checkUnusedDays(sides.ours)).toEqual([])
})

it('a room counts as suspended while it or its owner is', () => {
  const act = (action: string, target: string, day: number) => ({
    action: `${target.split(':')[0]}.${action}`,
    target,
    created_at: `2026-11-0${day}T00:00:00.000Z`,
  })
  const actions = [
    act('suspend', 'room:r', 1),
    act('suspend', 'user:o', 2),
    act('suspend', 'room:other', 2),
    act('restore', 'room:r', 3),
    act('restore', 'user:o', 4),
    act('suspend', 'user:o', 5),
  ]
  expect(suspensionsOf([{ id: 'r', owner_id: 'o' }], actions)).toEqual([
    { roomId: 'r', since: '2026-11-01T00:00:00.000Z', until: '2026-11-04T00:00:00.000Z' },
    { roomId: 'r', since: '2026-11-05T00:00:00.000Z', until: null },
  ])
})

it('reconciliation accepts a payment that awaits its refund', () => {
  const { ours, theirs } = agreed()
  ours.rights.splice(0, 1)
  ours.events[0] = { ...ours.events[0]!, taken: 0, participants: 0 }
  ours.refunds.push({
    ...ours.refunds[0]!,
    id: 'r-2',
    order_id: 'order-1',
    attempt_id: 'attempt-1',
    state: 'open',
    refund_ref: null,
  })
  expect(reconcile(ours, theirs).differences).toEqual([])
})
