import type Stripe from 'stripe'
import { toCharge, WITH_FEES } from '#server/adapters/stripe/charge.ts'
import { intentOf, toSubscription, WITH_CHARGE } from '#server/adapters/stripe/subscription.ts'
import type { Charge, ProviderSubscription } from '#server/ports/payments.ts'
import { expand } from '../core/expand.ts'
import { idOf, type Kind, type Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import type { MountedSandbox } from './in-process.ts'

/** What the sandbox holds of all accounts, oldest first, in the shapes of the port. */
export function createSeen({ db, act }: MountedSandbox) {
  function all<K extends Kind, T>(kind: K, see: (scope: Scope, object: Kinds[K]) => T): T[] {
    const rows = db
      .prepare('select account, id from object where kind = ? order by seq')
      .all(kind) as { account: string; id: string }[]
    return rows.map(({ account, id }) => act(account, (scope) => see(scope, scope.take(kind, id))))
  }
  const byRef = <T extends { ref: string }>(items: T[]): ReadonlyMap<string, Readonly<T>> =>
    new Map(items.map((one) => [one.ref, one]))

  const chargeOf = (scope: Scope, intent: Stripe.PaymentIntent): Charge =>
    toCharge(expand(scope, intent, WITH_FEES) as Stripe.PaymentIntent, scope.account)

  function subscriptionOf(scope: Scope, subscription: Stripe.Subscription): ProviderSubscription {
    const expanded = expand(scope, subscription, WITH_CHARGE) as Stripe.Subscription
    const intent = intentOf(expanded)
    const charge = intent === null ? null : chargeOf(scope, scope.take('payment_intent', intent))
    return toSubscription(expanded, scope.account, charge)
  }

  return {
    charges: () => byRef(all('payment_intent', chargeOf)),
    subscriptions: () => byRef(all('subscription', subscriptionOf)),
    refunds: () =>
      all('refund', (_, { payment_intent, amount }) => ({
        charge: idOf(payment_intent) ?? '',
        amount,
      })),
    refundRefs: () => all('refund', (_, { id }) => id),
    payoutRefs: () => all('payout', (_, { id }) => id),
  }
}
