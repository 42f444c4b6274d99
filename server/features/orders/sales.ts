import {
  FREE_OF_CHARGE,
  HOLD_OVER,
  PAYMENT_UNFINISHED,
  PRICE_CHANGED,
  SELLER_NOT_READY,
} from '#contract/messages.ts'
import { CARD_NOT_AUTHENTICATED } from '#contract/paying-messages.ts'
import type { Attempt, Order, SubjectKind } from '#server/db/schema/money.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { cardBox, type Till } from '#server/features/payments/cards.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import { KeyClash, ProviderFailed } from '#server/ports/payments.ts'
import { attempts, isUnfinished } from './attempts.ts'
import { heldUntil, holdTimes } from './hold.ts'
import { openOrder } from './open-order.ts'
import * as query from './purchase-queries.ts'
import { createSettle, type Settled } from './settle.ts'
import type { Granted, Subject, Subjects } from './subject.ts'
import { standingOf } from './trial.ts'
import { type Bill, type Paying, payingMonthly, payingOnce, type Way } from './ways.ts'

/** How often one press is tried anew where the provider breaks down over it. */
const TRIES_AT_ONCE = 2

/** What the buyer's browser sent to pay with, and the price it showed. */
export interface PaymentAsked {
  token?: string | undefined
  amount?: number | undefined
}
export interface Started extends Paying {
  account: string
  holdExpiresAt: string
}
/** How far a payment is, as the provider tells it. */
export type Observed = { at: 'paid'; settled: Settled } | { at: 'open' } | { at: 'failed' }
export type Sales = ReturnType<typeof createSales>

type SalesDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments' | 'bus'>

/** Selling: from the wish to buy to the right, whatever happens in between. */
export function createSales(deps: SalesDeps, subjects: Subjects) {
  const { db, clock, log } = deps
  const settle = createSettle(deps, subjects)
  const tries = attempts(deps)
  const box = cardBox(deps)
  const [once, monthly] = [payingOnce(deps), payingMonthly(deps)]
  const wayOf = (kind: SubjectKind): Way => (kind === 'room' ? monthly : once)
  const now = () => clock.now().toISOString()
  const untilOf = (order: query.OpenOrder) => heldUntil(order, holdTimes(clock.now()))

  function subjectOf(kind: SubjectKind): Subject {
    const subject = subjects[kind]
    if (!subject) throw new Error(`nobody sells ${kind}`)
    return subject
  }
  async function tillOf(sellerId: string) {
    const till = await box.tillOf(sellerId)
    if (!till) throw new Refusal(409, SELLER_NOT_READY)
    return till
  }

  /** Looks at the provider and lets what it says happen here. */
  async function observe(trial: query.Trial): Promise<Observed> {
    return conclude(trial, await wayOf(trial.kind).look(trial, trial.account_ref!))
  }
  async function conclude(trial: query.Trial, { charge, subscription }: Paying): Promise<Observed> {
    const at = standingOf(charge)
    if (at === 'paid') return { at, settled: await settle(trial, charge, subscription) }
    if (charge.status === 'canceled') await tries.mark(trial, 'cancelled', charge.failure)
    else if (at === 'failed' && isUnfinished(trial))
      await tries.mark(trial, 'failed', charge.failure)
    return { at }
  }

  /** Ends a try at the provider. Answers with what it found: it may have been paid. */
  async function withdraw(trial: query.Trial): Promise<Observed> {
    // The answer was lost, or is still on its way: no money moves before it is bound, and now it never will be.
    if (trial.intent_ref === null) {
      await tries.mark(trial, 'cancelled')
      return { at: 'failed' }
    }
    return conclude(trial, await wayOf(trial.kind).withdraw(trial, trial.account_ref!))
  }

  /** Ends all that may still be paid of an order; false where something was, or may be. */
  async function withdrawAll(orderId: string): Promise<boolean> {
    for (const trial of await query.listPayable(db, orderId))
      if ((await withdraw(trial)).at !== 'failed') return false
    return true
  }

  /** Lets go of an order whose time or price is over: its seat is free again. False where it was paid after all. */
  async function giveUp(order: Order): Promise<boolean> {
    if (!(await withdrawAll(order.id))) return false
    const subject = subjectOf(order.kind)
    await transact(db, async (tx) => {
      await subject.freeSeat(tx, order.subject_id)
      if (!(await query.moveOrder(tx, order.id, ['open'], { state: 'failed' }))) throw new Gone()
      await query.releaseHold(tx, order.id, now())
    }).catch((error: unknown) => {
      if (!(error instanceof Gone)) throw error
    })
    return true
  }

  async function orderFor(viewer: Viewer, subject: Subject, wireId: string, asked: PaymentAsked) {
    const quote = await subject.quote(viewer, wireId)
    if (quote.amount === 0) throw new Refusal(409, FREE_OF_CHARGE)
    if (asked.amount !== undefined && asked.amount !== quote.amount)
      throw new Refusal(409, PRICE_CHANGED)
    const till = await tillOf(quote.sellerId)
    const source = await box.sourceOf(viewer.id, asked.token)
    const of = { buyerId: viewer.id, kind: subject.kind, subjectId: quote.subjectId }
    const open = await query.findOpenOrder(db, of)
    const isHeld = open && (untilOf(open) ?? '') > now()
    const stillGood = open?.amount === quote.amount && isHeld
    if (open && !stillGood && !(await giveUp(open))) throw new Refusal(409, PAYMENT_UNFINISHED)
    const order = stillGood ? open : await openOrder(deps, subject, viewer.id, quote)
    return { order, till, source }
  }

  /** Keeps a seat and asks the provider for the payment; the same wish again gets the same payment. */
  async function start(
    viewer: Viewer,
    kind: SubjectKind,
    wireId: string,
    asked: PaymentAsked,
  ): Promise<Started> {
    const subject = subjectOf(kind)
    const { order, till, source } = await orderFor(viewer, subject, wireId, asked)
    const started = (paying: Paying): Started => ({
      ...paying,
      account: paying.charge.account,
      holdExpiresAt: untilOf(order) ?? now(),
    })
    const last = await query.lastAttempt(db, order.id)
    const trial = last && (await query.findTrial(db, last.id))
    if (trial && isUnfinished(trial) && trial.source === source) {
      const paying = await resume(trial, till)
      if (paying) return started(paying)
    }
    // One order is paid once: what was tried before must not be paid beside the new try.
    if (last && !(await withdrawAll(order.id))) throw new Refusal(409, PAYMENT_UNFINISHED)
    const bill = { ...order, order_id: order.id }
    for (let n = (last?.n ?? 0) + 1, most = n + TRIES_AT_ONCE; n < most; n++) {
      const attempt = await tries.begin(order, n, till.account, source)
      const paying = await tries.run(attempt, () => place(attempt, bill, till))
      if (paying) return started(paying)
      await tries.mark(attempt, 'failed', 'provider_failed')
    }
    throw new Refusal(503, undefined, { retryAfter: 5 })
  }

  /**
   * Null where the provider broke down over it and nothing came of it: its key would be answered so for a day, and
   * a new try has a new one.
   */
  async function place(attempt: Attempt, bill: Bill, till: Till): Promise<Paying | null> {
    const way = wayOf(bill.kind as SubjectKind)
    try {
      return await way.place(attempt, bill, till)
    } catch (error) {
      if (error instanceof KeyClash)
        log.error({ attempt: attempt.id }, 'ALARM: the key of a payment was used for another')
      if (!(error instanceof ProviderFailed)) throw error
      return way.trace(attempt, till.account)
    }
  }

  /** The payment that this try already is; null where the card was refused meanwhile, so that a new try is due. */
  async function resume(trial: query.Trial, till: Till): Promise<Paying | null> {
    // Where it began: its seller may have another account by now.
    const at = { ...till, account: trial.account_ref ?? till.account }
    const paying = await tries.run(trial, () => place(trial, trial, at))
    if (!paying) {
      await tries.mark(trial, 'failed', 'provider_failed')
      return null
    }
    if (standingOf(paying.charge) !== 'failed') return paying
    await tries.mark(trial, 'failed', paying.charge.failure)
    return null
  }

  /** The right that a payment became; refuses, in words, where there is none yet or none any more. */
  function rightOf(observed: Observed): Granted {
    if (observed.at === 'open') throw new Refusal(409, PAYMENT_UNFINISHED)
    if (observed.at === 'failed') throw new Refusal(402, CARD_NOT_AUTHENTICATED)
    if ('refunding' in observed.settled) throw new Refusal(410, HOLD_OVER)
    return observed.settled.granted
  }

  return {
    start,
    observe,
    giveUp,
    withdraw,

    /** The buyer says they paid. The provider is asked; nothing is believed. */
    async finish(viewer: Viewer, kind: SubjectKind, subjectId: string, ref: string) {
      const trial =
        kind === 'room'
          ? await query.findTrialBySubscription(db, ref)
          : await query.findTrialByIntent(db, ref)
      if (trial?.buyer_id !== viewer.id || trial.kind !== kind || trial.subject_id !== subjectId)
        throw notFound()
      return rightOf(await observe(trial))
    },
  }
}

/** Somebody else moved the order: there is nothing left to do. */
class Gone extends Error {}
