import type { Todo } from '#contract/operator/reconciliation-labels.ts'
import { accountOf, type Difference, type Ours, type Theirs, yen } from './facts.ts'

/** Compares refunds and disputes: existence, amount and state. */
export function compareReturns(ours: Ours, theirs: Theirs): Difference[] {
  const differences: Difference[] = []
  const differ = (
    { ref, account }: { ref: string; account: string },
    ourValue: string,
    theirValue: string,
    todo: Todo,
  ) =>
    differences.push({
      invariant: 'I3',
      account,
      object: ref,
      ours: ourValue,
      theirs: theirValue,
      todo,
    })

  for (const refund of theirs.refunds) {
    const recorded = ours.refunds.find(({ refund_ref }) => refund_ref === refund.ref)
    const theirValue = `${yen(refund.amount)}, ${refund.failed ? 'failed' : 'made'}`
    if (!recorded) {
      if (!refund.failed) differ(refund, 'unknown', theirValue, 'look the refund up again')
    } else if (recorded.amount !== refund.amount)
      differ(refund, yen(recorded.amount), theirValue, 'ask who changed it')
    else if (refund.failed === (recorded.state === 'done'))
      differ(
        refund,
        recorded.state,
        theirValue,
        'look the refund up again; pay its buyer another way',
      )
  }
  for (const refund of ours.refunds) {
    const known = theirs.refunds.some(({ ref }) => ref === refund.refund_ref)
    if (refund.state === 'done' && !known)
      differ(
        { ref: `refund ${refund.id}`, account: accountOf(ours, refund.order_id) },
        `${yen(refund.amount)}, done`,
        'no such refund',
        'the buyer may not have their money: ask for the refund again',
      )
  }
  for (const dispute of theirs.disputes) {
    const recorded = ours.disputes.find(({ dispute_ref }) => dispute_ref === dispute.ref)
    if (recorded?.state !== dispute.state)
      differ(dispute, recorded?.state ?? 'unknown', dispute.state, 'look the dispute up again')
  }
  return differences
}
