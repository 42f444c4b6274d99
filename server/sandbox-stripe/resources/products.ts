import type Stripe from 'stripe'
import { answerList } from '../core/answer-list.ts'
import { invalid } from '../core/failures.ts'
import { listShape, operation } from '../core/operation.ts'
import { emptyable, flag, list, metadata, type Read, required, text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { change, emit } from '../webhooks/events.ts'
import { mergeMetadata } from './metadata.ts'

const PATH = '/v1/products'
const fields = {
  active: flag,
  description: emptyable(text),
  images: list(text),
  metadata,
  statement_descriptor: text,
  unit_label: emptyable(text),
  url: emptyable(text),
  tax_code: emptyable(text),
}

export const products = [
  operation('POST', PATH, { ...fields, name: required(text), id: text }, (scope, { params }) => {
    if (params.id && scope.find('product', params.id))
      throw invalid(`Product already exists: ${params.id}`, {
        code: 'resource_already_exists',
        param: 'id',
      })
    const product = scope.put<'product'>(productOf(scope, params))
    emit<'product'>(scope, 'product.created', product)
    return product
  }),
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) => scope.take('product', id)),
  operation('GET', PATH, listShape({ active: flag }), (scope, { params: { active, ...page } }) =>
    answerList(scope, PATH, 'product', page, { active }),
  ),
  operation('POST', `${PATH}/:id`, { ...fields, name: text }, (scope, { id, params }) => {
    const before = scope.take('product', id)
    const entries = Object.entries(params).filter(
      ([name, value]) => value !== undefined && (name in fields || name === 'name'),
    )
    return change<'product'>(
      scope,
      before,
      {
        ...Object.fromEntries(entries),
        metadata: mergeMetadata(before.metadata, params.metadata),
        updated: scope.now(),
      },
      'product.updated',
    )
  }),
]

const productOf = (
  scope: Scope,
  params: Read<typeof fields> & { name: string; id: string | undefined },
): Stripe.Product => ({
  id: params.id ?? scope.newId('product'),
  object: 'product',
  active: params.active ?? true,
  created: scope.now(),
  default_price: null,
  description: params.description ?? null,
  images: params.images ?? [],
  livemode: false,
  marketing_features: [],
  metadata: mergeMetadata({}, params.metadata),
  name: params.name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: params.statement_descriptor ?? null,
  tax_code: params.tax_code ?? null,
  tax_details: null,
  type: 'service',
  unit_label: params.unit_label ?? null,
  updated: scope.now(),
  url: params.url ?? null,
})
