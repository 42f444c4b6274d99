import type { Context } from 'hono'
import { NOT_SAME_ORIGIN } from '#contract/messages.ts'
import { forbidden } from './refusal.ts'

/** A call that a cookie authorises must come from our own pages: another site can make a browser send the cookie. */
export function demandSameOrigin(c: Context, siteUrl: string): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const ours = origin ? origin === new URL(siteUrl).origin : site === 'same-origin'
  if (!ours) throw forbidden(NOT_SAME_ORIGIN)
}
