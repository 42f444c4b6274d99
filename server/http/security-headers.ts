import type { MiddlewareHandler } from 'hono'
import type { Config } from '#server/config/config.ts'
import { PICTURE_HOSTS } from '#server/ports/news.ts'

/**
 * Stripe.js loads scripts and opens frames from changing subdomains of its own host, and its 3-D Secure frames from another;
 * `files` takes a seller's papers. The sandbox's fields are on this site.
 */
const STRIPE_JS = ' https://js.stripe.com https://*.js.stripe.com'
const PROVIDER = {
  script: STRIPE_JS,
  frame: `frame-src 'self'${STRIPE_JS} https://hooks.stripe.com`,
  connect: ' https://api.stripe.com https://files.stripe.com',
}
const NO_PROVIDER = { script: '', frame: "frame-src 'self'", connect: '' }

/** Pieces of streams that come from elsewhere are fetched where they are; from hosts allowed besides, also unencrypted. */
const outsideOf = ({ driver, allowHosts }: Config['live']) =>
  driver === 'external' ? [' https:', ...allowHosts.map((host) => ` http://${host}`)].join('') : ''

const PICTURES = PICTURE_HOSTS.map((host) => ` https://${host}`).join('')

/** Where browsers get their token for notifications, if that is how the site sends them. */
const FIREBASE =
  ' https://firebaseinstallations.googleapis.com https://fcmregistrations.googleapis.com'

interface Others {
  /** Where streams come from. */
  outside: string
  firebase: string
  /** Where pictures of articles come from. */
  pictures: string
}

const policy = (
  { script, frame, connect }: typeof PROVIDER,
  { outside, firebase, pictures }: Others,
) =>
  [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval'${script}`,
    frame,
    "style-src 'self'",
    // A width or a room's tint set on an element; a sheet of styles must be ours.
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

const plainOf = ({
  payments,
  live,
  push,
  contentful,
}: Pick<Config, 'payments' | 'live' | 'push' | 'contentful'>): Record<string, string> => ({
  'content-security-policy': policy(payments.provider === 'stripe' ? PROVIDER : NO_PROVIDER, {
    outside: outsideOf(live),
    firebase: push.firebase ? FIREBASE : '',
    pictures: contentful ? PICTURES : '',
  }),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(self)',
})

/** What every answer bears, whoever gives it. */
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
