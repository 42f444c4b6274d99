import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The settings of the payment sandbox and of the API with it; null if real payments are configured. `port` is the
 * sandbox's port. The secret key is generated per start unless it is set, as no other program needs it.
 */
export function sandboxFor(env, port) {
  const real = env.STRIPE_SECRET_KEY || env.STRIPE_PUBLISHABLE_KEY
  if ((env.PAYMENTS || (real ? 'stripe' : 'sandbox')) !== 'sandbox') return null
  const folder = env.DATA_DIR || './data'
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const secret = env.SANDBOX_SECRET_KEY || `sk_test_${randomBytes(24).toString('hex')}`
  const publishable = 'pk_test_sandbox'
  const site = env.SITE_URL || `http://localhost:${env.PORT}`
  const told = {
    PAYMENTS: 'sandbox',
    STRIPE_SECRET_KEY: secret,
    STRIPE_PUBLISHABLE_KEY: publishable,
    STRIPE_API_BASE: `http://127.0.0.1:${port}`,
  }
  // For programs that call the sandbox: npm run reconcile.
  writeFileSync(join(folder, 'sandbox-stripe.json'), JSON.stringify(told), { mode: 0o600 })
  return {
    ...told,
    SANDBOX_PORT: port,
    SANDBOX_FILE: join(folder, 'sandbox-stripe.sqlite'),
    SANDBOX_SECRET_KEY: secret,
    SANDBOX_PUBLISHABLE_KEY: publishable,
    SANDBOX_PUBLIC_URL: `${site.replace(/\/+$/, '')}/sandbox/stripe`,
  }
}
