import { isLoopback } from './addresses.ts'
import type { Environment } from './environment.ts'

/** The sandbox unless keys of a real account are set. */
export const providerOf = (read: Environment): 'sandbox' | 'stripe' =>
  read.PAYMENTS ?? (read.STRIPE_SECRET_KEY || read.STRIPE_PUBLISHABLE_KEY ? 'stripe' : 'sandbox')

/** Whether the site is reachable from this machine only, or demo data is allowed explicitly. */
export const mayBeDemo = (read: Environment, siteUrl: string): boolean =>
  isLoopback(siteUrl) || read.I_KNOW_THIS_IS_A_DEMO

/** Refuses settings for demos and tests on a site that others can reach. */
export function assertLocalDemo(read: Environment, siteUrl: string): void {
  if (mayBeDemo(read, siteUrl)) return
  const risky = [
    read.DEMO && 'DEMO',
    read.CLOCK_OFFSET_MS !== 0 && 'CLOCK_OFFSET_MS',
    read.LIVE_ALLOW_HOSTS.length > 0 && 'LIVE_ALLOW_HOSTS',
    read.PUSH_ALLOW_HOSTS.length > 0 && 'PUSH_ALLOW_HOSTS',
    read.FIREBASE_API_BASE !== '' && 'FIREBASE_API_BASE',
    read.OAUTH_BASE_X !== '' && 'OAUTH_BASE_X',
    read.OAUTH_BASE_LINE !== '' && 'OAUTH_BASE_LINE',
    read.NEWS === 'contentful' && read.CONTENTFUL_API_BASE !== '' && 'CONTENTFUL_API_BASE',
    read.RATE_LIMITS === 'off' && 'RATE_LIMITS=off',
    providerOf(read) === 'sandbox' && 'PAYMENTS=sandbox',
    providerOf(read) === 'stripe' && read.STRIPE_API_BASE !== '' && 'STRIPE_API_BASE',
  ].filter((name) => name !== false)
  if (risky.length > 0)
    throw new Error(
      `SITE_URL is ${siteUrl}: ${risky.join(', ')} may only be used on a loopback address. ` +
        'Set I_KNOW_THIS_IS_A_DEMO=1 to run a demo that others can reach.',
    )
}

/** Required in production: the site's address, a mail server, and the operator's identity. */
const NEEDED = ['SITE_URL', 'SMTP_URL', 'SELLER_NAME', 'SELLER_URL'] as const

/** Required to take money. */
const NEEDED_TO_SELL = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
] as const

export function assertProductionConfig(read: Environment): void {
  if (read.NODE_ENV !== 'production' || read.DEMO) return
  const needed = providerOf(read) === 'stripe' ? [...NEEDED, ...NEEDED_TO_SELL] : NEEDED
  const missing = needed.filter((name) => !read[name])
  if (missing.length > 0)
    throw new Error(`Production needs ${missing.join(', ')}. See .env.example for each.`)
}
