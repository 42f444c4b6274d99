import { randomUUID } from 'node:crypto'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { orders } from '#contract/orders/calls.ts'
import { resale } from '#contract/resale/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Sandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { callerOf, FEW, type World, withRetry } from './buyer.ts'
import type { Plan } from './people.ts'

/**
 * The aftermath of some purchases: refunds by the seller or in the provider's dashboard, disputes, tickets given back,
 * members leaving.
 */
export async function stir(
  world: World,
  plan: Plan,
  { db }: Pick<Engine, 'db'>,
  sandbox: Sandbox,
): Promise<string | null> {
  const what = world.rng.pick(
    [
      [45, null],
      [25, 'list'],
      [10, 'refund'],
      [5, 'desk'],
      [5, 'part'],
      [5, 'dispute'],
      [5, 'leave'],
    ] as const,
    'after',
    plan.n,
  )
  if (what === null) return null
  const order = await db
    .selectFrom('order')
    .innerJoin('attempt', 'attempt.order_id', 'order.id')
    .select(['order.id', 'attempt.intent_ref', 'attempt.account_ref', 'order.seller_id'])
    .select('attempt.pay_until')
    .where('buyer_id', '=', plan.buyer)
    .where('subject_id', '=', plan.subject)
    .where('order.state', '=', 'settled')
    .where('attempt.state', '=', 'succeeded')
    .executeTakeFirst()
  if (!order) return null
  const at = { stripeAccount: order.account_ref! }
  const intent = order.intent_ref!
  switch (what) {
    case 'refund':
      await withRetry(() =>
        callerOf(world, order.seller_id)(orders.refund, { params: { id: order.id } }),
      ).catch(alreadyDone)
      break
    case 'desk':
    case 'part':
      await withRetry(() =>
        sandbox.stripe.refunds.create(
          {
            payment_intent: intent,
            refund_application_fee: true,
            ...(what === 'part' && { amount: 500 }),
          },
          { ...at, idempotencyKey: `desk-${plan.n}` },
        ),
      ).catch(() => null)
      break
    case 'dispute': {
      // Cash cannot be disputed.
      if (order.pay_until !== null) return null
      const paymentIntent = await withRetry(() =>
        sandbox.stripe.paymentIntents.retrieve(intent, {}, at),
      )
      await sandbox.control
        .trigger('open_dispute', {
          account: order.account_ref!,
          charge: String(paymentIntent.latest_charge),
        })
        .catch(() => null)
      break
    }
    case 'list': {
      const { kind, subject: id } = plan
      if (kind === 'room') break
      await withRetry(() =>
        callerOf(world, plan.buyer)(resale.listForResale, { params: { kind, id } }),
      ).catch(alreadyDone)
      break
    }
    case 'leave':
      if (plan.kind === 'room')
        await withRetry(() =>
          callerOf(world, plan.buyer)(rooms.unsubscribe, { params: { id: plan.wire } }),
        ).catch(alreadyDone)
  }
  return what
}

/** One of those who gave a ticket back takes it back, or goes in with it. */
export async function changeMind(world: World, { db }: Pick<Engine, 'db'>, n: number) {
  const listed = await db
    .selectFrom('resale')
    .innerJoin('order', 'order.id', 'resale.order_id')
    .leftJoin('issued_ticket', 'issued_ticket.order_id', 'order.id')
    .select([
      'order.buyer_id',
      'resale.kind',
      'resale.subject_id as id',
      'issued_ticket.id as ticket',
    ])
    .where('resale.closed_at', 'is', null)
    .orderBy('resale.id')
    .execute()
  const one = listed[Math.floor(world.rng.chance('whose', n) * listed.length)]
  if (!one) return
  const { buyer_id, kind, id, ticket } = one
  const call = callerOf(world, buyer_id)
  if (ticket === null || world.rng.chance('takes back', n) < 0.5)
    return withRetry(() => call(resale.withdrawResale, { params: { kind, id } }), FEW).catch(
      alreadyDone,
    )
  const now = new Date().toISOString()
  const torn = { id: randomUUID(), torn_at: now, sent_at: now }
  return withRetry(
    () => call(tickets.tearTicket, { params: { id: ticket }, body: torn }),
    FEW,
  ).catch(alreadyDone)
}

/** The first response was lost with its server, a dispute was faster, or the caller gave up without a response. */
function alreadyDone(error: unknown) {
  if (error instanceof Unreachable) return
  if (!(error instanceof RequestError) || error.status !== 409) throw error
}

/** Closes every dispute, won or lost. */
export async function closeDisputes(world: World, accounts: string[], sandbox: Sandbox) {
  for (const account of accounts) {
    const all = sandbox.stripe.disputes.list({ limit: 100 }, { stripeAccount: account })
    // Collect all first, as closing one changes the list.
    const open = await all.autoPagingToArray({ limit: 10_000 })
    for (const [nth, { id, status }] of open.entries()) {
      if (status !== 'needs_response' && status !== 'under_review') continue
      const won = world.rng.chance('dispute', account.length, nth) < 0.5
      await sandbox.control.trigger(won ? 'win_dispute' : 'lose_dispute', { account, dispute: id })
    }
  }
}
