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
    const said = Object.entries(params).filter(
      ([name, value]) => value !== undefined && (name in fields || name === 'name'),
    )
    return change<'product'>(
      scope,
      before,
      {
        ...Object.fromEntries(said),
        metadata: mergeMetadata(before.metadata, params.metadata),
        updated: scope.now(),
      },
      'product.updated',
    )
  }),
]

const productOf = (
  scope: Scope,
  given: Read<typeof fields> & { name: string; id: string | undefined },
): Stripe.Product => ({
  id: given.id ?? scope.newId('product'),
  object: 'product',
  active: given.active ?? true,
  created: scope.now(),
  default_price: null,
  description: given.description ?? null,
  images: given.images ?? [],
  livemode: false,
  marketing_features: [],
  metadata: mergeMetadata({}, given.metadata),
  name: given.name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: given.statement_descriptor ?? null,
  tax_code: given.tax_code ?? null,
  tax_details: null,
  type: 'service',
  unit_label: given.unit_label ?? null,
  updated: scope.now(),
  url: given.url ?? null,
})
