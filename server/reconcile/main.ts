import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStripe } from '#server/adapters/stripe/client.ts'
import { readConfig } from '#server/config/config.ts'
import { summary, worded } from './report.ts'
import { run } from './run.ts'

/** A payment finds its way to us within a minute, also where its notice is lost. */
const GRACE_S = 120
/** The server beside us has the rest of what the provider allows. */
const LINE = { perSecond: 4, longestWaitMs: 600_000 }

const args = process.argv.slice(2)
const graceAt = args.indexOf('--grace')
const graceS = graceAt < 0 ? GRACE_S : Number(args[graceAt + 1])

/** What `npm start` told the sandbox that it runs; a real provider's keys stand in the environment. */
function sandboxKeys(dataDir: string): Record<string, string> {
  const file = join(dataDir, 'sandbox-stripe.json')
  if (process.env.STRIPE_SECRET_KEY || !existsSync(file)) return {}
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
}

const { DATA_DIR = './data' } = process.env
const config = readConfig({ ...process.env, NODE_ENV: '', ...sandboxKeys(DATA_DIR) })
const { secretKey, apiBase } = config.payments
if (!secretKey) throw new Error('There are no keys of a payment provider, and no sandbox has run.')
const report = await run(config, openStripe(secretKey, apiBase, LINE), graceS * 1000)
const said = args.includes('--json') ? JSON.stringify(report, null, 2) : worded(report)
console.log(args.includes('--summary') ? summary(report) : said)
process.exitCode = report.differences.length === 0 ? 0 : 1
