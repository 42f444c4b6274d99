import type { MiddlewareHandler } from 'hono'
import type { Config } from '#server/config/config.ts'
import { PICTURE_HOSTS } from '#server/ports/news.ts'

/**
 * Stripe.js loads scripts and frames from changing subdomains of its host, and 3-D Secure frames from another;
 * `files` receives sellers' documents. The sandbox's card fields are on this site.
 */
const STRIPE_JS = ' https://js.stripe.com https://*.js.stripe.com'
const PROVIDER = {
  script: STRIPE_JS,
  frame: `frame-src 'self'${STRIPE_JS} https://hooks.stripe.com`,
  connect: ' https://api.stripe.com https://files.stripe.com',
}
const NO_PROVIDER = { script: '', frame: "frame-src 'self'", connect: '' }

/** Wallets open in the provider's frames: Google's in a window that answers the frame. */
const WALLETS = {
  payment: 'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
  opener: 'same-origin-allow-popups',
}
const NO_WALLETS = { payment: 'payment=(self)', opener: 'same-origin' }

/** Segments of external streams are fetched from their hosts; from additionally allowed hosts also over http. */
const outsideOf = ({ driver, allowHosts }: Config['live']) =>
  driver === 'external' ? [' https:', ...allowHosts.map((host) => ` http://${host}`)].join('') : ''

const PICTURES = PICTURE_HOSTS.map((host) => ` https://${host}`).join('')

/** Hosts for browsers' push tokens, if notifications are sent through Firebase. */
const FIREBASE =
  ' https://firebaseinstallations.googleapis.com https://fcmregistrations.googleapis.com'

interface ExtraSources {
  /** Hosts of external streams. */
  outside: string
  firebase: string
  /** Hosts of articles' pictures. */
  pictures: string
}

const STYLES = "style-src 'self'"

const policy = (
  { script, frame, connect }: typeof PROVIDER,
  { outside, firebase, pictures }: ExtraSources,
) =>
  [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval'${script}`,
    frame,
    STYLES,
    // For widths and tints of single elements; style sheets must be ours.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${pictures}`,
    `media-src 'self' blob:${outside}`,
    `connect-src 'self'${connect}${outside}${firebase}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')

function plainOf({
  payments,
  live,
  push,
  contentful,
}: Pick<Config, 'payments' | 'live' | 'push' | 'contentful'>): Record<string, string> {
  const wallets = payments.provider === 'stripe' ? WALLETS : NO_WALLETS
  return {
    'content-security-policy': policy(payments.provider === 'stripe' ? PROVIDER : NO_PROVIDER, {
      outside: outsideOf(live),
      firebase: push.firebase ? FIREBASE : '',
      pictures: contentful ? PICTURES : '',
    }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': wallets.opener,
    'permissions-policy': `camera=(self), geolocation=(), microphone=(), ${wallets.payment}`,
  }
}

/** The policy of a page that holds these style sheets, by the hashes of their texts. */
export const policyWithStyles = (policy: string, hashes: string[]): string =>
  policy.replace(STYLES, [STYLES, ...hashes.map((hash) => `'sha256-${hash}'`)].join(' '))

/** Headers of every response. */
export function headersOf(config: Config): Record<string, string> {
  const plain = plainOf(config)
  return config.siteUrl.startsWith('https:')
    ? { ...plain, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : plain
}

export function securityHeaders(config: Config): MiddlewareHandler {
  const headers = headersOf(config)
  return async (c, next) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    await next()
  }
}
