import type { Card } from '../cards/cards.ts'
import { type Decline, declineOf } from '../cards/declines.ts'
import type { Scope } from '../core/scope.ts'

/** Whether the issuer requires authentication. */
export function wantsChallenge(card: Card, now: { offSession: boolean; setUp: boolean }): boolean {
  if (card.challenge === 'always') return true
  if (card.challenge === 'unless_set_up') return !now.offSession || !now.setUp
  return card.challenge === 'on_session' && !now.offSession
}

/** Declines of the acquirer, before the issuer is asked. */
export function refusedByBrand(scope: Scope, card: Card): Decline | null {
  if (card.brand !== 'jcb' || !scope.account) return null
  const { capabilities } = scope.as('').take('account', scope.account)
  return capabilities?.jcb_payments === 'active' ? null : declineOf('card_not_supported')
}

/** Decline of a challenge while the cardholder is absent. */
export const nobodyThere = () => declineOf('authentication_required')

export const challengeFailed = (kind: 'payment' | 'setup'): Decline => ({
  type: 'invalid_request_error',
  code:
    kind === 'payment'
      ? 'payment_intent_authentication_failure'
      : 'setup_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
})

export const issuerSays = (card: Card): Decline | null =>
  card.decline ? declineOf(card.decline) : null
