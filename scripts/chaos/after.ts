import { Refused, Unreachable } from '#contract/caller.ts'
import { orders } from '#contract/orders.ts'
import { rooms } from '#contract/rooms.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Sandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { callerOf, patiently, type World } from './buyer.ts'
import type { Plan } from './town.ts'

/** What comes after some purchases: the seller or the provider's desk gives money back, a bank asks for it, a member leaves. */
export async function stir(
  world: World,
  plan: Plan,
  { db }: Pick<Engine, 'db'>,
  sandbox: Sandbox,
): Promise<string | null> {
  const what = world.dice.pick(
    [
      [70, null],
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
  const bought = await db
    .selectFrom('order')
    .innerJoin('attempt', 'attempt.order_id', 'order.id')
    .select(['order.id', 'attempt.intent_ref', 'attempt.account_ref', 'order.seller_id'])
    .where('buyer_id', '=', plan.buyer)
    .where('subject_id', '=', plan.subject)
    .where('order.state', '=', 'settled')
    .where('attempt.state', '=', 'succeeded')
    .executeTakeFirst()
  if (!bought) return null
  const at = { stripeAccount: bought.account_ref! }
  const intent = bought.intent_ref!
  switch (what) {
    case 'refund':
      await patiently(() =>
        callerOf(world, bought.seller_id)(orders.refund, { params: { id: bought.id } }),
      ).catch(alreadyDone)
      break
    case 'desk':
    case 'part':
      await patiently(() =>
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
      const found = await patiently(() => sandbox.stripe.paymentIntents.retrieve(intent, {}, at))
      await sandbox.control
        .trigger('open_dispute', {
          account: bought.account_ref!,
          charge: String(found.latest_charge),
        })
        .catch(() => null)
      break
    }
    case 'leave':
      if (plan.kind === 'room')
        await patiently(() =>
          callerOf(world, plan.buyer)(rooms.unsubscribe, { params: { id: plan.wire } }),
        ).catch(alreadyDone)
  }
  return what
}

/** The first answer was lost with its server, or a bank was quicker; or nobody answered for so long that they left. */
function alreadyDone(error: unknown) {
  if (error instanceof Unreachable) return
  if (!(error instanceof Refused) || error.status !== 409) throw error
}

/** Every dispute comes to an end, one way or the other. */
export async function closeDisputes(world: World, accounts: string[], sandbox: Sandbox) {
  for (const account of accounts) {
    const all = sandbox.stripe.disputes.list({ limit: 100 }, { stripeAccount: account })
    // All of them first: closing one changes what a list shows.
    const open = await all.autoPagingToArray({ limit: 10_000 })
    for (const [nth, { id, status }] of open.entries()) {
      if (status !== 'needs_response' && status !== 'under_review') continue
      const won = world.dice.chance('dispute', account.length, nth) < 0.5
      await sandbox.control.trigger(won ? 'win_dispute' : 'lose_dispute', { account, dispute: id })
    }
  }
}
