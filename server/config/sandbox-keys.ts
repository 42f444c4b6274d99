import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type Config, readConfig } from './config.ts'

/**
 * Configuration of a program beside the server that calls the payment provider. Without keys in the environment, those
 * of the sandbox that `npm start` runs. Throws if there are none.
 */
export function readProviderConfig(env: Record<string, string | undefined>): Config {
  const config = readConfig({ ...env, NODE_ENV: '', ...sandboxKeys(env) })
  if (config.payments.secretKey) return config
  throw new Error(
    'There are no keys of a payment provider, and the sandbox has never run: set STRIPE_SECRET_KEY or run npm start.',
  )
}

function sandboxKeys({ DATA_DIR = './data', STRIPE_SECRET_KEY }: Parameters<typeof readConfig>[0]) {
  const file = join(DATA_DIR, 'sandbox-stripe.json')
  if (STRIPE_SECRET_KEY || !existsSync(file)) return {}
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
}
