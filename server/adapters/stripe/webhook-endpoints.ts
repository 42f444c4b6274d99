import type Stripe from 'stripe'
import { keysOf } from '#contract/lib/records.ts'
import { WEBHOOK_PATHS } from '#contract/payments/limits.ts'
import { API_VERSION } from './client.ts'
import { EVENTS } from './event-types.ts'

type Endpoint = Pick<
  Stripe.WebhookEndpoint,
  'url' | 'status' | 'api_version' | 'application' | 'enabled_events'
>

/** What is wrong with the site's two webhook endpoints at Stripe, in words; empty: nothing. */
export const endpointProblems = (endpoints: Endpoint[], siteUrl: string): string[] =>
  keysOf(WEBHOOK_PATHS).flatMap((name) => {
    const url = siteUrl + WEBHOOK_PATHS[name]
    const endpointsOfUrl = endpoints.filter((one) => one.url === url)
    if (endpointsOfUrl.length === 0) return [`there is no webhook endpoint for ${url}`]
    return endpointsOfUrl.flatMap((one) => problemsOf(one, name === 'connect'))
  })

function problemsOf(endpoint: Endpoint, connect: boolean): string[] {
  const { url, status, api_version, application, enabled_events: enabled } = endpoint
  const missing = enabled.includes('*') ? [] : EVENTS.filter((event) => !enabled.includes(event))
  const whose = connect ? 'connected accounts' : 'your account'
  return [
    status !== 'enabled' && `the webhook endpoint ${url} is ${status}`,
    // Events of another version have other fields: invoices of older ones do not name their subscription.
    api_version !== API_VERSION &&
      `the webhook endpoint ${url} has the API version ${api_version ?? 'of the account'}, and not ${API_VERSION}`,
    (application !== null) !== connect && `the webhook endpoint ${url} must be for ${whose}`,
    missing.length > 0 && `the webhook endpoint ${url} lacks the events ${missing.join(', ')}`,
  ].filter((problem) => problem !== false)
}

/** Reads both endpoints. Throws the SDK's errors. */
export async function readEndpointProblems(stripe: Stripe, siteUrl: string): Promise<string[]> {
  return endpointProblems(await Array.fromAsync(stripe.webhookEndpoints.list()), siteUrl)
}
