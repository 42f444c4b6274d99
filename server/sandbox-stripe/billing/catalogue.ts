import type Stripe from 'stripe'
import { malformed } from '../core/failures.ts'
import { decimal, idOf } from '../core/kinds.ts'
import { choice, integer, type Read, required, shape, text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'

const taxBehavior = choice('exclusive', 'inclusive', 'unspecified')
export const recurringShape = shape({
  interval: required(choice('day', 'month', 'week', 'year')),
  interval_count: integer,
})
const priceData = {
  currency: required(choice('jpy')),
  product: required(text),
  recurring: required(recurringShape),
  unit_amount: required(integer),
  tax_behavior: taxBehavior,
}
export const priceDataShape = shape(priceData)
export { taxBehavior }

export interface PriceInput {
  currency: string
  product: string
  unit_amount: number
  recurring: Read<typeof priceData>['recurring'] | undefined
  tax_behavior: ReturnType<typeof taxBehavior>
  active?: boolean | undefined
  lookup_key?: string | undefined
  nickname?: string | undefined
  metadata?: Record<string, string>
}

export function makePrice(scope: Scope, params: PriceInput): Stripe.Price {
  scope.take('product', params.product, 'product')
  if (params.unit_amount < 0)
    throw malformed('Invalid non-negative integer', { param: 'unit_amount' })
  const { recurring } = params
  return scope.put<'price'>({
    id: scope.newId('price'),
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: scope.now(),
    currency: params.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params.lookup_key ?? null,
    metadata: params.metadata ?? {},
    nickname: params.nickname ?? null,
    product: params.product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: params.unit_amount,
    unit_amount_decimal: decimal(params.unit_amount),
  })
}

/** The legacy `plan` of an item, besides its price. */
export const planOf = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: idOf(price.product),
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})
