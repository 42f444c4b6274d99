import { keysOf } from '#contract/lib/records.ts'
import type { Todo } from '#contract/operator/reconciliation-labels.ts'
import {
  accountOf,
  type BalanceLine,
  type Difference,
  type Ours,
  type Theirs,
  yen,
} from './facts.ts'

/** Transfers to the seller's own bank. */
const PAYOUT = /^payout/
/** States of a payout that moved money. */
const isBooked = ['in_transit', 'paid']

type Sides = Record<'buyer' | 'seller' | 'platform_fee' | 'provider_fee', number>
const NOTHING: Sides = { buyer: 0, seller: 0, platform_fee: 0, provider_fee: 0 }

const sidesOf = ({ gross, net, platformFee, providerFee }: BalanceLine): Sides => ({
  buyer: -gross || 0,
  seller: net,
  platform_fee: platformFee,
  provider_fee: providerFee,
})
const formatSides = (sides: Sides) =>
  Object.entries(sides)
    .map(([side, amount]) => `${side} ${yen(amount)}`)
    .join(', ')
const alike = (a: Sides, b: Sides) => keysOf(NOTHING).every((side) => a[side] === b[side])

/** Our ledger entries by balance transaction. */
function byLine({ ledger }: Ours) {
  const lines = new Map<string, Sides & { orderId: string | null }>()
  for (const { source_ref, account, amount, order_id } of ledger) {
    if (source_ref === null || account === 'payout') continue
    const sides = lines.get(source_ref) ?? { ...NOTHING, orderId: order_id }
    sides[account] += amount
    lines.set(source_ref, sides)
  }
  return lines
}

/** I6: our ledger has exactly the provider's balance transactions that move money, with the same amounts. */
export function compareLines(ours: Ours, theirs: Theirs): Difference[] {
  const written = byLine(ours)
  const lines = theirs.lines.filter(({ type }) => !PAYOUT.test(type))
  const known = new Set(theirs.lines.map(({ ref }) => ref))

  const missing = lines
    .filter((line) => !written.has(line.ref) && !alike(sidesOf(line), NOTHING))
    .map(
      (line): Difference => ({
        invariant: 'I6',
        account: line.account,
        object: line.ref,
        ours: 'not in the ledger',
        theirs: `${line.type}: ${formatSides(sidesOf(line))}`,
        todo: 'look the payment up again: its notice was lost, or its order is unknown',
      }),
    )
  const other = lines.flatMap((line): Difference[] => {
    const sides = written.get(line.ref)
    if (!sides || alike(sides, sidesOf(line))) return []
    return [
      {
        invariant: 'I6',
        account: line.account,
        object: line.ref,
        ours: formatSides({ ...NOTHING, ...pickSides(sides) }),
        theirs: formatSides(sidesOf(line)),
        todo: 'write a correcting movement',
      },
    ]
  })
  const invented = [...written]
    .filter(([ref]) => ref.startsWith('txn_') && !known.has(ref))
    .map(
      ([ref, sides]): Difference => ({
        invariant: 'I6',
        account: accountOf(ours, sides.orderId),
        object: ref,
        ours: `order ${sides.orderId}: ${formatSides(pickSides(sides))}`,
        theirs: 'no such line',
        todo: 'find out where the entry came from; take it back by a correcting movement',
      }),
    )
  return [...missing, ...other, ...invented, ...unnamed(ours), ...unbalanced(ours)]
}

const pickSides = ({ buyer, seller, platform_fee, provider_fee }: Sides): Sides => ({
  buyer,
  seller,
  platform_fee,
  provider_fee,
})

/** Entries of an order without a balance transaction. */
const unnamed = ({ ledger }: Ours): Difference[] =>
  [
    ...new Set(
      ledger
        .filter(({ source_ref, order_id }) => source_ref === null && order_id !== null)
        .map(({ movement_id }) => movement_id),
    ),
  ].map((movement) => ({
    invariant: 'I6',
    account: '?',
    object: `movement ${movement}`,
    ours: 'names no line of the provider',
    theirs: '—',
    todo: 'find its line by the order and the day',
  }))

/** Movements whose entries do not sum to zero. */
function unbalanced({ ledger }: Ours): Difference[] {
  const sums = new Map<string, number>()
  for (const { movement_id, amount } of ledger)
    sums.set(movement_id, (sums.get(movement_id) ?? 0) + amount)
  return [...sums]
    .filter(([, sum]) => sum !== 0)
    .map(([movement, sum]) => ({
      invariant: 'I6',
      account: '?',
      object: `movement ${movement}`,
      ours: `its sides sum to ${yen(sum)}`,
      theirs: '—',
      todo: 'find the side that is missing',
    }))
}

export interface Sum {
  account: string
  ours: { gross: number; fee: number; net: number }
  theirs: { gross: number; fee: number; net: number }
}

/** Gross, fees and net per seller, computed from both sides. */
export function sumUp(ours: Ours, theirs: Theirs): Sum[] {
  const written = byLine(ours)
  return theirs.accounts.map((account) => {
    const lines = theirs.lines.filter((line) => line.account === account && !PAYOUT.test(line.type))
    const total = (of: (line: BalanceLine) => number) =>
      lines.reduce((sum, line) => sum + of(line), 0)
    const sides = lines.map(({ ref }) => written.get(ref) ?? NOTHING)
    const side = (of: (sides: Sides) => number) => sides.reduce((sum, one) => sum + of(one), 0)
    return {
      account,
      ours: {
        gross: -side((one) => one.buyer) || 0,
        fee: side((one) => one.platform_fee + one.provider_fee),
        net: side((one) => one.seller),
      },
      theirs: {
        gross: total((line) => line.gross),
        fee: total((line) => line.platformFee + line.providerFee),
        net: total((line) => line.net),
      },
    }
  })
}

/** Compares payouts one by one, and our ledger with our own list of them. */
export function comparePayouts(ours: Ours, theirs: Theirs): Difference[] {
  const differences: Difference[] = []
  const differ = (
    account: string,
    object: string,
    ourValue: string,
    theirValue: string,
    todo: Todo,
  ) =>
    differences.push({ invariant: 'I6', account, object, ours: ourValue, theirs: theirValue, todo })
  for (const payout of theirs.payouts) {
    const recorded = ours.payouts.find(({ payout_ref }) => payout_ref === payout.ref)
    const theirValue = `${yen(payout.amount)}, ${payout.state}`
    if (!recorded || recorded.amount !== payout.amount || recorded.state !== payout.state)
      differ(
        payout.account,
        payout.ref,
        recorded ? `${yen(recorded.amount)}, ${recorded.state}` : 'unknown',
        theirValue,
        'look the payout up again',
      )
  }
  const owned = new Map(ours.sellers.map(({ userId, account }) => [userId, account]))
  for (const payout of ours.payouts)
    if (payout.payout_ref && !theirs.payouts.some(({ ref }) => ref === payout.payout_ref))
      differ(
        owned.get(payout.owner_id) ?? '?',
        payout.payout_ref,
        `${yen(payout.amount)}, ${payout.state}`,
        'no such payout',
        'the seller may not have their money',
      )
  for (const [userId, account] of owned) {
    const booked = ours.ledger
      .filter((entry) => entry.account === 'payout' && entry.owner_id === userId)
      .reduce((sum, { amount }) => sum + amount, 0)
    const listed = ours.payouts
      .filter(({ owner_id, state }) => owner_id === userId && isBooked.includes(state))
      .reduce((sum, { amount }) => sum + amount, 0)
    if (booked !== listed)
      differ(
        account,
        'payouts',
        `ledger ${yen(booked)}`,
        `list ${yen(listed)}`,
        'write what is missing',
      )
  }
  return differences
}
