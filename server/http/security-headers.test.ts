import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { headersOf } from './security-headers.ts'

/** Sources of each directive of the Content-Security-Policy with these settings. */
function policyOf(env: NodeJS.ProcessEnv): Record<string, string[]> {
  const policy = headersOf(readConfig(env))['content-security-policy']!
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name, ...sources] = directive.split(' ')
      return [name!, sources.filter((source) => !source.startsWith("'"))]
    }),
  )
}

const STRIPE = { STRIPE_SECRET_KEY: 'sk_live_madeup', STRIPE_PUBLISHABLE_KEY: 'pk_live_madeup' }
const FIREBASE = Object.fromEntries(
  ['API_KEY', 'PROJECT_ID', 'SENDER_ID', 'APP_ID', 'VAPID_KEY', 'CLIENT_EMAIL', 'PRIVATE_KEY'].map(
    (name) => [`FIREBASE_${name}`, 'madeup'],
  ),
)

it('allows Stripe’s scripts and frames, as its guide lists them, if Stripe is configured', () => {
  expect(policyOf(STRIPE)).toMatchObject({
    'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
    'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    'connect-src': ['https://api.stripe.com', 'https://files.stripe.com'],
    'form-action': [],
  })
})

it('lets the provider’s frames open wallets, and no other frame', () => {
  const { 'permissions-policy': features, 'cross-origin-opener-policy': opener } = headersOf(
    readConfig(STRIPE),
  )
  expect(features).toContain('payment=(self "https://js.stripe.com" "https://*.js.stripe.com")')
  expect(opener).toBe('same-origin-allow-popups')
  expect(headersOf(readConfig({}))).toMatchObject({
    'permissions-policy': expect.stringContaining('payment=(self)'),
    'cross-origin-opener-policy': 'same-origin',
  })
})

it('allows no foreign host if no external service is configured', () => {
  expect(Object.values(policyOf({})).flat()).toEqual(['data:', 'blob:', 'blob:'])
})

it('allows nothing of X and LINE, whose logins are pages of their own', () => {
  const names = ['X_CLIENT_ID', 'X_CLIENT_SECRET', 'LINE_CLIENT_ID', 'LINE_CLIENT_SECRET']
  const env = Object.fromEntries(names.map((name) => [name, 'madeup']))
  expect(policyOf(env)).toEqual(policyOf({}))
})

it('allows all hosts of Firebase’s packages', () => {
  const require = createRequire(createRequire(import.meta.url).resolve('firebase/package.json'))
  const hosts = ['@firebase/messaging', '@firebase/installations'].flatMap((name) =>
    readFileSync(require.resolve(name), 'utf8').match(/https:\/\/[\w.-]+\.googleapis\.com/g),
  )
  expect(hosts.length).toBeGreaterThan(1)
  expect(policyOf(FIREBASE)['connect-src']).toEqual(expect.arrayContaining([...new Set(hosts)]))
})
