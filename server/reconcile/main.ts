import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { readProviderConfig } from '#server/config/sandbox-keys.ts'
import { run } from './reconcile.ts'
import { summary, worded } from './report.ts'

/** A payment is recorded within a minute, even if its webhook is lost. */
const GRACE_S = 120
/** Leaves the rest of the provider's rate limit to the running server. */
const LINE = { perSecond: 4, longestWaitMs: 600_000 }

const args = process.argv.slice(2)
const graceAt = args.indexOf('--grace')
const graceS = graceAt < 0 ? GRACE_S : Number(args[graceAt + 1])

const config = readProviderConfig(process.env)
const { secretKey, apiBase } = config.payments
const report = await run(config, createStripeClient(secretKey, apiBase, LINE), graceS * 1000)
const output = args.includes('--json') ? JSON.stringify(report, null, 2) : worded(report)
console.log(args.includes('--summary') ? summary(report) : output)
process.exitCode = report.differences.length === 0 ? 0 : 1
