import { invalid } from '../core/failures.ts'
import { idOf, type Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { change, emit } from '../webhooks/events.ts'

type Warning = Kinds['radar.early_fraud_warning']
type Charge = Kinds['charge']

/** The issuer reports a payment as fraudulent. No money moves; a dispute often follows. */
export function warnOfFraud(scope: Scope, charge: Charge): Warning {
  if (!charge.paid)
    throw invalid(`Charge ${charge.id} cannot be reported as fraudulent.`, { param: 'charge' })
  const intent = idOf(charge.payment_intent)
  const warning = scope.put<'radar.early_fraud_warning'>({
    id: scope.newId('radar.early_fraud_warning'),
    object: 'radar.early_fraud_warning',
    actionable: isActionable(charge),
    charge: charge.id,
    created: scope.now(),
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    ...(intent !== null && { payment_intent: intent }),
  })
  emit<'radar.early_fraud_warning'>(scope, 'radar.early_fraud_warning.created', warning)
  return warning
}

/** The warning of a test card right after the payment. */
export const warnByCard = (scope: Scope, chargeId: string): void =>
  void warnOfFraud(scope, scope.take('charge', chargeId))

/** Updates the warnings of a charge that was refunded or disputed. */
export function updateWarnings(scope: Scope, charge: Charge): void {
  for (const warning of scope.list('radar.early_fraud_warning', { charge: charge.id }).data)
    change<'radar.early_fraud_warning'>(
      scope,
      warning,
      { actionable: isActionable(charge) },
      'radar.early_fraud_warning.updated',
    )
}

const isActionable = ({ disputed, refunded }: Charge) => !disputed && !refunded
