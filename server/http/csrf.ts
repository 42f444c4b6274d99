import type { Context } from 'hono'
import { NOT_SAME_ORIGIN } from '#contract/shared/messages.ts'
import { forbidden } from './api-error.ts'

/** CSRF protection of calls authorized by a cookie: the request must come from our own pages. */
export function assertSameOrigin(c: Context, siteUrl: string): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const ours = origin ? origin === new URL(siteUrl).origin : site === 'same-origin'
  if (!ours) throw forbidden(NOT_SAME_ORIGIN)
}
