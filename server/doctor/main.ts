import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { readProviderConfig } from '#server/config/sandbox-keys.ts'
import { doctorReport, runChecks } from './checks.ts'

const config = readProviderConfig(process.env)
const { secretKey, apiBase } = config.payments
const checks = await runChecks(createStripeClient(secretKey, apiBase), config)
console.log(
  process.argv.includes('--json') ? JSON.stringify(checks, null, 2) : doctorReport(checks),
)
process.exitCode = checks.every(({ problems }) => problems.length === 0) ? 0 : 1
