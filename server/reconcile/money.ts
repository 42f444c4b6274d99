import type { Todo } from '#contract/operator/reconciliation-words.ts'
import type { Difference, Line, Ours, Theirs } from './facts.ts'

/** Money that only goes to the seller's own bank. */
const PAYOUT = /^payout/
/** A payout that was only begun, or that failed, moved nothing. */
const isBooked = ['in_transit', 'paid']
const yen = (amount: number) => `¥${amount.toLocaleString('en')}`

type Sides = Record<'buyer' | 'seller' | 'platform_fee' | 'provider_fee', number>
const NOTHING: Sides = { buyer: 0, seller: 0, platform_fee: 0, provider_fee: 0 }

const sidesOf = ({ gross, net, platformFee, providerFee }: Line): Sides => ({
  buyer: -gross || 0,
  seller: net,
  platform_fee: platformFee,
  provider_fee: providerFee,
})
const said = (sides: Sides) =>
  Object.entries(sides)
    .map(([side, amount]) => `${side} ${yen(amount)}`)
    .join(', ')
const alike = (a: Sides, b: Sides) =>
  (Object.keys(NOTHING) as (keyof Sides)[]).every((side) => a[side] === b[side])

/** Our entries, by the line of the provider's that they stand for. */
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

/** I6: every line of every seller's balance that moves money stands in our books with the same sides, and nothing else does. */
export function compareLines(ours: Ours, theirs: Theirs): Difference[] {
  const written = byLine(ours)
  const lines = theirs.lines.filter(({ type }) => !PAYOUT.test(type))
  const known = new Set(theirs.lines.map(({ ref }) => ref))
  const accountOf = (orderId: string | null) =>
    ours.attempts.find((one) => one.order_id === orderId)?.account_ref ?? '?'

  const missing = lines
    .filter((line) => !written.has(line.ref) && !alike(sidesOf(line), NOTHING))
    .map(
      (line): Difference => ({
        invariant: 'I6',
        account: line.account,
        object: line.ref,
        ours: 'not in the ledger',
        theirs: `${line.type}: ${said(sidesOf(line))}`,
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
        ours: said({ ...NOTHING, ...pickSides(sides) }),
        theirs: said(sidesOf(line)),
        todo: 'write a correcting movement',
      },
    ]
  })
  const invented = [...written]
    .filter(([ref]) => ref.startsWith('txn_') && !known.has(ref))
    .map(
      ([ref, sides]): Difference => ({
        invariant: 'I6',
        account: accountOf(sides.orderId),
        object: ref,
        ours: `order ${sides.orderId}: ${said(pickSides(sides))}`,
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

/** Entries about an order that name no line of the provider's. */
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

/** Movements whose sides do not sum to nothing. */
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

/** What came in, what fees took and what is left, for each seller, as both sides add it up. */
export function sumUp(ours: Ours, theirs: Theirs): Sum[] {
  const written = byLine(ours)
  return theirs.accounts.map((account) => {
    const lines = theirs.lines.filter((line) => line.account === account && !PAYOUT.test(line.type))
    const total = (of: (line: Line) => number) => lines.reduce((sum, line) => sum + of(line), 0)
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

/** Refunds and disputes are the same ones on both sides, for the same sums and in the same state. */
export function compareReturns(ours: Ours, theirs: Theirs): Difference[] {
  const found: Difference[] = []
  const differ = (
    { ref, account }: { ref: string; account: string },
    mine: string,
    its: string,
    todo: Todo,
  ) => found.push({ invariant: 'I3', account, object: ref, ours: mine, theirs: its, todo })

  for (const refund of theirs.refunds) {
    const mine = ours.refunds.find(({ refund_ref }) => refund_ref === refund.ref)
    const its = `${yen(refund.amount)}, ${refund.failed ? 'failed' : 'made'}`
    if (!mine) {
      if (!refund.failed) differ(refund, 'unknown', its, 'look the refund up again')
    } else if (mine.amount !== refund.amount)
      differ(refund, yen(mine.amount), its, 'ask who changed it')
    else if (refund.failed === (mine.state === 'done'))
      differ(refund, mine.state, its, 'look the refund up again; pay its buyer another way')
  }
  for (const mine of ours.refunds) {
    const known = theirs.refunds.some(({ ref }) => ref === mine.refund_ref)
    if (mine.state === 'done' && !known)
      differ(
        { ref: `refund ${mine.id}`, account: accountOf(ours, mine.order_id) },
        `${yen(mine.amount)}, done`,
        'no such refund',
        'the buyer may not have their money: ask for the refund again',
      )
  }
  for (const dispute of theirs.disputes) {
    const mine = ours.disputes.find(({ dispute_ref }) => dispute_ref === dispute.ref)
    if (mine?.state !== dispute.state)
      differ(dispute, mine?.state ?? 'unknown', dispute.state, 'look the dispute up again')
  }
  return found
}

export const accountOf = ({ attempts }: Ours, orderId: string | null) =>
  attempts.find(({ order_id }) => order_id === orderId)?.account_ref ?? '?'

/** Payouts, one by one; and our ledger beside our own list of them. */
export function comparePayouts(ours: Ours, theirs: Theirs): Difference[] {
  const found: Difference[] = []
  const differ = (account: string, object: string, mine: string, its: string, todo: Todo) =>
    found.push({ invariant: 'I6', account, object, ours: mine, theirs: its, todo })
  for (const payout of theirs.payouts) {
    const mine = ours.payouts.find(({ payout_ref }) => payout_ref === payout.ref)
    const its = `${yen(payout.amount)}, ${payout.state}`
    if (!mine || mine.amount !== payout.amount || mine.state !== payout.state)
      differ(
        payout.account,
        payout.ref,
        mine ? `${yen(mine.amount)}, ${mine.state}` : 'unknown',
        its,
        'look the payout up again',
      )
  }
  const owned = new Map(ours.sellers.map(({ userId, account }) => [userId, account]))
  for (const mine of ours.payouts)
    if (mine.payout_ref && !theirs.payouts.some(({ ref }) => ref === mine.payout_ref))
      differ(
        owned.get(mine.owner_id) ?? '?',
        mine.payout_ref,
        `${yen(mine.amount)}, ${mine.state}`,
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
  return found
}
