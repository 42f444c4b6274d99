import type Stripe from 'stripe'
import { answerList } from '../core/answer-list.ts'
import { operation, timelessListShape } from '../core/operation.ts'
import { flag, required, text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { readSettings } from '../core/settings.ts'

const PATH = '/v1/payment_method_domains'
const ACTIVE = { status: 'active' } as const

export const paymentMethodDomains = [
  operation(
    'POST',
    PATH,
    { domain_name: required(text), enabled: flag },
    (scope, { params: { domain_name, enabled = true } }) =>
      scope.put<'payment_method_domain'>({
        id: scope.newId('payment_method_domain'),
        object: 'payment_method_domain',
        amazon_pay: ACTIVE,
        apple_pay: verified(scope),
        created: scope.now(),
        domain_name,
        enabled,
        google_pay: ACTIVE,
        klarna: ACTIVE,
        link: ACTIVE,
        livemode: false,
        paypal: ACTIVE,
      }),
  ),
  operation(
    'GET',
    PATH,
    timelessListShape({ domain_name: text }),
    (scope, { params: { domain_name, ...page } }) =>
      answerList(scope, PATH, 'payment_method_domain', page, { domain_name }),
  ),
  operation('POST', `${PATH}/:id/validate`, {}, (scope, { id }) =>
    scope.put<'payment_method_domain'>({ ...take(scope, id), apple_pay: verified(scope) }),
  ),
  operation('POST', `${PATH}/:id`, { enabled: flag }, (scope, { id, params: { enabled } }) => {
    const before = take(scope, id)
    return scope.put<'payment_method_domain'>({ ...before, enabled: enabled ?? before.enabled })
  }),
]

const take = (scope: Scope, id: string) => scope.take('payment_method_domain', id)

/** Apple asks the domain for a file; in the sandbox a setting says what it finds. */
const verified = (scope: Scope): Stripe.PaymentMethodDomain.ApplePay =>
  readSettings(scope.db).apple_verifies
    ? ACTIVE
    : {
        status: 'inactive',
        status_details: { error_message: 'the domain could not be verified' },
      }
