import { timingSafeEqual } from 'node:crypto'
import { API_VERSION } from '../webhooks/events.ts'
import { Failure, malformed } from './failures.ts'
import type { Browser } from './operation.ts'
import type { ApiRequest } from './request.ts'

export interface Keys {
  secret: string
  publishable: string
}
export type Caller = 'platform' | 'browser'

/** Authenticates by the secret key or the publishable key. */
export function callerOf(request: ApiRequest, keys: Keys): Caller {
  const key = keyOf(request)
  if (key === '')
    throw denied(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (same(key, keys.secret)) return 'platform'
  if (same(key, keys.publishable)) return 'browser'
  throw denied(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`)
}

export function maySee(caller: Caller, browser: Browser, request: ApiRequest): void {
  if (caller === 'platform') return
  if (browser === 'never')
    throw denied(
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      'secret_key_required',
    )
  if (browser === 'with_client_secret' && !request.input.client_secret)
    throw malformed('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    })
}

/** Refuses other API versions, whose objects would have a different shape. */
export function checkVersion({ version }: ApiRequest): void {
  if (version !== null && version !== API_VERSION)
    throw malformed(
      `Invalid Stripe API version: ${version}. The sandbox speaks ${API_VERSION} alone.`,
    )
}

export const accountDenied = (account: string) =>
  new Failure(
    403,
    {
      type: 'invalid_request_error',
      code: 'account_invalid',
      message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    },
    { beforeWork: true },
  )

/** In the header, or in the body as Stripe.js sends it. */
function keyOf({ authorization, input }: ApiRequest): string {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  if (/^bearer$/i.test(scheme)) return value
  if (/^basic$/i.test(scheme)) return Buffer.from(value, 'base64').toString().split(':')[0] ?? ''
  return typeof input.key === 'string' ? input.key : ''
}

const same = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const denied = (message: string, code?: string) =>
  new Failure(
    401,
    { type: 'invalid_request_error', message, ...(code ? { code } : {}) },
    { beforeWork: true },
  )
