import { enqueue } from '#server/db/outbox.ts'
import type { Order } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/deps.ts'
import { alertOperators } from '#server/features/auth/operators.ts'
import { type Disputing, Unknown } from '#server/ports/payments.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import { books } from './books.ts'
import { endsWith, tellingHolders } from './ending.ts'
import { owing } from './owing.ts'
import * as purchase from './purchase-queries.ts'
import * as query from './refund-queries.ts'
import { TOO_LATE } from './refund-reasons.ts'
import type { Refunds } from './refunds.ts'
import type { Subjects } from './subject.ts'

/** The outbox topic of platform fees that go back to the seller of a lost dispute. */
export const FEE_BACK = 'fee-back'

type DisputeDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments' | 'bus'>

/**
 * A buyer's bank takes money back. While it does, the right is not theirs, and its seat nobody else's; where the seller
 * wins they have it again, where the seller loses the seat is free and the platform keeps no fee.
 */
export function disputing(deps: DisputeDeps, subjects: Subjects, refunds: Refunds) {
  const { db, clock, newId, payments, bus } = deps
  const book = books(deps)
  const debts = owing(deps)
  const tellHolder = tellingHolders(deps)
  const now = () => clock.now().toISOString()

  /** What is new, and whose right ended. */
  async function open(tx: Tx, trial: purchase.Trial, order: Order, told: Disputing) {
    const fresh = await query.insertDispute(tx, {
      id: newId(),
      dispute_ref: told.ref,
      order_id: trial.order_id,
      attempt_id: trial.id,
      amount: told.amount,
      state: 'open',
      opened_at: now(),
      closed_at: null,
    })
    if (!fresh || !(await isPaying(tx, trial)) || !(await endsWith(tx, subjects, order)))
      return { fresh, holder: null }
    const keepSeat = await query.retakeHold(tx, trial.order_id)
    const revoked = { ...rightOf(trial), keepSeat }
    const holder = (await subjects[trial.kind]?.revoke(tx, revoked)) ?? null
    // It was given back before: there is no seat to keep.
    if (holder === null && keepSeat) await purchase.releaseHold(tx, trial.order_id, now())
    await tellHolder(tx, trial, holder, { letter: 'ticketTakenBack', matter: told.ref })
    return { fresh, holder }
  }
  const isPaying = async (tx: Tx, trial: purchase.Trial) =>
    (await query.findPaying(tx, trial.order_id))?.id === trial.id
  const rightOf = ({ buyer_id, subject_id, order_id }: purchase.Trial) => ({
    userId: buyer_id,
    subjectId: subject_id,
    orderId: order_id,
    at: now(),
  })

  /** Who has their right again. */
  async function win(tx: Tx, trial: purchase.Trial, matter: string) {
    if (!(await isPaying(tx, trial))) return null
    const returned = await query.sumRefunds(tx, trial.order_id, ['open', 'done'])
    // A part that was given back took nothing away.
    const over = returned >= trial.amount || (await query.hasEnded(tx, trial.order_id))
    const kept = await purchase.releaseHold(tx, trial.order_id, now())
    const subject = subjects[trial.kind]!
    const holder = over ? null : await subject.restore(tx, rightOf(trial))
    await tellHolder(tx, trial, holder, { letter: 'ticketRestored', matter })
    if (holder === null && kept) await subject.freeSeat(tx, trial.subject_id)
    // Of a membership nothing is owed: a month that is over, or is not the newest, was theirs.
    if (holder !== null || over || subject.renew) return holder
    const { order_id: orderId, id: attemptId } = trial
    const amount = trial.amount - returned
    await debts.owe(tx, { orderId, attemptId, amount, reason: TOO_LATE })
    return null
  }

  async function lose(tx: Tx, trial: purchase.Trial, told: Disputing) {
    const kept = await purchase.releaseHold(tx, trial.order_id, now())
    if (kept) await subjects[trial.kind]!.freeSeat(tx, trial.subject_id)
    // The bank has paid its customer: nobody else must.
    await query.replaceRefunds(tx, trial.order_id, ['open', 'failed'])
    await refunds.count(tx, trial.order_id)
    const payload = { attempt: trial.id, dispute: told.ref }
    const key = `${FEE_BACK}:${told.ref}`
    await enqueue(tx, { id: newId(), topic: FEE_BACK, key, payload, now: now() })
  }

  async function close(tx: Tx, trial: purchase.Trial, told: Disputing) {
    if (told.state !== 'won' && told.state !== 'lost') return null
    if (!(await query.closeDispute(tx, told.ref, told.state, now()))) return null
    if (told.state === 'won') return win(tx, trial, told.ref)
    await lose(tx, trial, told)
    return null
  }

  return {
    /** What the provider says of a dispute today, however much of it was missed. */
    async follow(told: Disputing) {
      if (told.state === 'asked') return
      const trial = await purchase.findTrialByIntent(db, told.charge)
      if (!trial) throw new Unknown('a dispute of a payment that is not known yet')
      if (trial.account_ref !== told.account) return
      // Told before the payment itself: the right that is to be taken back is not given yet.
      if (trial.state !== 'succeeded') throw new Unknown('a dispute of a payment not settled yet')
      const order = (await purchase.findOrder(db, trial.order_id))!
      const { fresh, holders } = await transact(db, async (tx) => {
        // The subject's own row first, as everybody locks; then the order's.
        await subjects[trial.kind]?.lock(tx, trial.subject_id)
        await query.lockOrder(tx, trial.order_id)
        const { fresh, holder } = await open(tx, trial, order, told)
        for (const line of told.bookings) await book.enter(tx, trial, 'dispute', line)
        const again = await close(tx, trial, told)
        return { fresh, holders: [trial.buyer_id, holder, again] }
      })
      for (const who of new Set(holders)) if (who) await bus.publish(RIGHTS_CHANGED, who)
      // However often it is told: we may have been stopped here, and it would be renewed for nothing.
      if (told.state !== 'won')
        await subjects[trial.kind]?.stop?.({ userId: trial.buyer_id, subjectId: trial.subject_id })
      if (fresh || told.state === 'open')
        await alertOperators(deps, { about: `dispute:${told.ref}`, alert: 'disputeOpened' })
    },

    /** The platform's fee of a lost dispute goes back to its seller. */
    async giveFeeBack(payload: unknown) {
      const { attempt, dispute } = payload as { attempt: string; dispute: string }
      const trial = (await purchase.findTrial(db, attempt))!
      const charge = trial.intent_ref!
      const line = await payments.refundFee(trial.account_ref!, charge, `fee-back-${dispute}`)
      if (line) await transact(db, (tx) => book.enter(tx, trial, 'dispute', line))
    },
  }
}
export type Disputes = ReturnType<typeof disputing>
