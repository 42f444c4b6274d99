import type Stripe from 'stripe'
import type { Decline } from '../cards/declines.ts'
import { idOf } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { emit } from '../webhooks/events.ts'
import { challengeFor, closePagesOf } from './challenge.ts'
import { challengeFailed, issuerSays } from './issuer.ts'
import { cardOf, give, methodOf } from './payment-method.ts'

type Intent = Stripe.SetupIntent

/** Asks the issuer to allow later off-session payments; with 3-D Secure if the card requires it. */
export function attemptSetup(scope: Scope, intent: Intent, returnUrl: string | null): Intent {
  const card = cardOf(scope, methodOf(scope, intent).id)
  if (card.challenge === 'always' || card.challenge === 'unless_set_up') {
    const waiting = scope.put<'setup_intent'>({
      ...intent,
      status: 'requires_action',
      next_action: challengeFor(scope, intent.id, returnUrl),
    })
    emit<'setup_intent'>(scope, 'setup_intent.requires_action', waiting)
    return waiting
  }
  return finish(scope, intent)
}

export const afterSetupChallenge = (scope: Scope, intent: Intent, passed: boolean): Intent =>
  passed ? finish(scope, intent) : fail(scope, intent, challengeFailed('setup'))

function finish(scope: Scope, intent: Intent): Intent {
  const method = methodOf(scope, intent)
  const card = cardOf(scope, method.id)
  const declined = card.declinesAt === 'charge' ? null : issuerSays(card)
  if (declined) return fail(scope, intent, declined)
  const customer = idOf(intent.customer)
  const saved = customer ? give(scope, method, customer) : method
  scope.put<'payment_method'>(saved, { setUp: intent.usage === 'off_session' })
  const done = scope.put<'setup_intent'>({
    ...intent,
    status: 'succeeded',
    last_setup_error: null,
    next_action: null,
  })
  closePagesOf(scope, intent.id)
  emit<'setup_intent'>(scope, 'setup_intent.succeeded', done)
  return done
}

function fail(scope: Scope, intent: Intent, why: Decline): Intent {
  const method = methodOf(scope, intent)
  const failed = scope.put<'setup_intent'>({
    ...intent,
    status: 'requires_payment_method',
    last_setup_error: {
      ...why,
      doc_url: `https://stripe.com/docs/error-codes/${why.code.replaceAll('_', '-')}`,
      payment_method: method,
    },
    next_action: null,
    payment_method: null,
  })
  closePagesOf(scope, intent.id)
  emit<'setup_intent'>(scope, 'setup_intent.setup_failed', failed)
  return failed
}
