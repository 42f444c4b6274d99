import { makePrice, recurringShape, taxBehavior } from '../billing/catalogue.ts'
import { answerList } from '../core/answer-list.ts'
import { listShape, operation } from '../core/operation.ts'
import { choice, flag, integer, metadata, required, text } from '../core/params.ts'
import { change, emit } from '../webhooks/events.ts'
import { mergeMetadata } from './metadata.ts'

const PATH = '/v1/prices'

export const prices = [
  operation(
    'POST',
    PATH,
    {
      active: flag,
      currency: required(choice('jpy')),
      lookup_key: text,
      metadata,
      nickname: text,
      product: required(text),
      recurring: recurringShape,
      tax_behavior: taxBehavior,
      unit_amount: required(integer),
    },
    (scope, { params }) => {
      const price = makePrice(scope, { ...params, metadata: mergeMetadata({}, params.metadata) })
      emit<'price'>(scope, 'price.created', price)
      return price
    },
  ),
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) => scope.take('price', id)),
  operation(
    'GET',
    PATH,
    listShape({ active: flag, product: text, type: text }),
    (scope, { params: { active, product, type, ...page } }) =>
      answerList(scope, PATH, 'price', page, { active, product, type }),
  ),
  operation(
    'POST',
    `${PATH}/:id`,
    { active: flag, metadata, nickname: text },
    (scope, { id, params }) => {
      const before = scope.take('price', id)
      const { active = before.active, nickname = before.nickname } = params
      return change<'price'>(
        scope,
        before,
        { active, nickname, metadata: mergeMetadata(before.metadata, params.metadata) },
        'price.updated',
      )
    },
  ),
]
