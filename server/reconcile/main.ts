import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { readConfig } from '#server/config/config.ts'
import { summary, worded } from './report.ts'
import { run } from './run.ts'

/** A payment is recorded within a minute, even if its webhook is lost. */
const GRACE_S = 120
/** Leaves the rest of the provider's rate limit to the running server. */
const LINE = { perSecond: 4, longestWaitMs: 600_000 }

const args = process.argv.slice(2)
const graceAt = args.indexOf('--grace')
const graceS = graceAt < 0 ? GRACE_S : Number(args[graceAt + 1])

/** Keys of the sandbox started by `npm start`; a real provider's keys are in the environment. */
function sandboxKeys(dataDir: string): Record<string, string> {
  const file = join(dataDir, 'sandbox-stripe.json')
  if (process.env.STRIPE_SECRET_KEY || !existsSync(file)) return {}
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
}

const { DATA_DIR = './data' } = process.env
const config = readConfig({ ...process.env, NODE_ENV: '', ...sandboxKeys(DATA_DIR) })
const { secretKey, apiBase } = config.payments
if (!secretKey)
  throw new Error(
    'There are no keys of a payment provider, and the sandbox has never run: set STRIPE_SECRET_KEY or run npm start.',
  )
const report = await run(config, createStripeClient(secretKey, apiBase, LINE), graceS * 1000)
const output = args.includes('--json') ? JSON.stringify(report, null, 2) : worded(report)
console.log(args.includes('--summary') ? summary(report) : output)
process.exitCode = report.differences.length === 0 ? 0 : 1
