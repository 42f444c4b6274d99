import { answerList } from '../core/answer-list.ts'
import { listShape, operation } from '../core/operation.ts'
import { list, text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { withPending } from '../webhooks/events.ts'

const PATH = '/v1/events'
/** Retention of events, as at Stripe. */
const RETENTION_S = 30 * 86_400

export const events = [
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) =>
    withPending(scope, scope.take('event', id)),
  ),
  operation(
    'GET',
    PATH,
    listShape({ type: text, types: list(text) }),
    (scope, { params: { type, types, ...page } }) =>
      types ? listTypes(scope, types, page) : listType(scope, type, page),
  ),
]

type Paging = Parameters<typeof answerList>[3]

function listType(scope: Scope, type: string | undefined, page: Paging) {
  const oldest = scope.now() - RETENTION_S
  const created = { ...page.created, gte: Math.max(oldest, page.created?.gte ?? 0) }
  const list = answerList(scope, PATH, 'event', { ...page, created }, { type })
  return { ...list, data: list.data.map((event) => withPending(scope, event)) }
}

/** Events of several types as one list, filtered before pagination. */
function listTypes(scope: Scope, types: string[], page: Paging) {
  const { limit = 10, ...rest } = page
  const { data } = scope.list('event', {}, rest)
  const matching = data.filter(({ type }) => types.includes(type))
  const cut = page.ending_before ? matching.slice(-limit) : matching.slice(0, limit)
  return {
    object: 'list',
    url: PATH,
    data: cut.map((event) => withPending(scope, event)),
    has_more: matching.length > limit,
  }
}
