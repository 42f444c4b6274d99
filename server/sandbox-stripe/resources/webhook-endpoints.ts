import type Stripe from 'stripe'
import { answerList } from '../core/answer-list.ts'
import { malformed } from '../core/failures.ts'
import { randomText } from '../core/ids.ts'
import { operation, timelessListShape } from '../core/operation.ts'
import { emptyable, flag, list, metadata, required, text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { APPLICATION } from '../payments/money.ts'
import { API_VERSION } from '../webhooks/events.ts'
import { mergeMetadata } from './metadata.ts'

const PATH = '/v1/webhook_endpoints'
type Endpoint = Stripe.WebhookEndpoint

export const webhookEndpoints = [
  operation(
    'POST',
    PATH,
    {
      url: required(text),
      enabled_events: required(list(text)),
      api_version: text,
      connect: flag,
      description: emptyable(text),
      metadata,
    },
    (scope, { params: { connect = false, api_version, ...fields } }) => {
      checkUrl(fields.url)
      if (api_version && api_version !== API_VERSION)
        throw malformed(`Invalid api_version: ${api_version}`, { param: 'api_version' })
      const secret = `whsec_${randomText(32)}`
      const endpoint: Endpoint = {
        id: scope.newId('webhook_endpoint'),
        object: 'webhook_endpoint',
        api_version: api_version ?? null,
        application: connect ? APPLICATION : null,
        created: scope.now(),
        description: fields.description ?? null,
        enabled_events: fields.enabled_events,
        livemode: false,
        metadata: mergeMetadata({}, fields.metadata),
        status: 'enabled',
        url: fields.url,
      }
      return { ...scope.put<'webhook_endpoint'>(endpoint, { secret, connect }), secret }
    },
  ),
  operation('GET', PATH, timelessListShape({}), (scope, { params }) =>
    answerList(scope, PATH, 'webhook_endpoint', params),
  ),
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) => take(scope, id)),
  operation(
    'POST',
    `${PATH}/:id`,
    {
      url: text,
      enabled_events: list(text),
      description: emptyable(text),
      disabled: flag,
      metadata,
    },
    (scope, { id, params: { disabled, ...fields } }) => {
      const before = take(scope, id)
      checkUrl(fields.url ?? before.url)
      return scope.put<'webhook_endpoint'>({
        ...before,
        url: fields.url ?? before.url,
        enabled_events: fields.enabled_events ?? before.enabled_events,
        description: fields.description === undefined ? before.description : fields.description,
        metadata: mergeMetadata(before.metadata, fields.metadata),
        status: disabled === undefined ? before.status : disabled ? 'disabled' : 'enabled',
      })
    },
  ),
  operation('DELETE', `${PATH}/:id`, {}, (scope, { id }) => {
    scope.put<'webhook_endpoint'>(take(scope, id), { deleted: true })
    scope.db
      .prepare("update delivery set state = 'given_up' where endpoint = ? and state = 'waiting'")
      .run(id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]

function take(scope: Scope, id: string): Endpoint {
  const endpoint = scope.take('webhook_endpoint', id)
  if (scope.hidden(id).deleted)
    throw malformed(`No such webhook endpoint: '${id}'`, { code: 'resource_missing', param: 'id' })
  return endpoint
}

function checkUrl(url: string): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw malformed(`Invalid URL: ${url}`, { code: 'url_invalid', param: 'url' })
}
