import { invalid } from '../core/failures.ts'
import type { Scope } from '../core/scope.ts'
import { leftOver } from '../pages/onboarding.ts'
import { type Capability, onboarded, writeAccount } from '../payments/account.ts'
import { cancelIntent } from '../resources/payment-intents.ts'

type Trigger = (scope: Scope, given: Record<string, string>) => object

/** What people and banks do at Stripe, done at once. `account` names the seller. */
export const triggers: Record<string, Trigger> = {
  complete_onboarding: (scope) => {
    const account = takeSeller(scope)
    return writeAccount(scope.as(''), account, onboarded(account, []))
  },
  require_more: (scope) => {
    const account = takeSeller(scope)
    return writeAccount(scope.as(''), account, onboarded(account, leftOver))
  },
  stop_charges: (scope) => stopCharges(scope, true),
  allow_charges: (scope) => stopCharges(scope, false),
  set_capability: (scope, { capability = '', status = '' }) => {
    if (!['active', 'inactive', 'pending'].includes(status)) throw invalid('status?')
    const account = takeSeller(scope)
    return writeAccount(scope.as(''), account, {
      capabilities: { ...account.capabilities, [capability as Capability]: status as 'active' },
    })
  },
  expire_intent: (scope, { payment_intent = '' }) =>
    cancelIntent(scope, scope.take('payment_intent', payment_intent), 'automatic'),
}

const takeSeller = (scope: Scope) => scope.as('').take('account', scope.account, 'account')

function stopCharges(scope: Scope, chargesStopped: boolean) {
  const account = takeSeller(scope)
  const platform = scope.as('')
  platform.put<'account'>(account, { chargesStopped })
  return writeAccount(platform, account, {})
}
