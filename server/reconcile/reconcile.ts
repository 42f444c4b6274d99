import type Stripe from 'stripe'
import type { Config } from '#server/config/config.ts'
import { readOurs } from './ours.ts'
import { type ReconciliationReport, reconcile } from './report.ts'
import { readTheirs } from './theirs.ts'

/** Reads ours first: objects created meanwhile exist on the provider's side only, and are younger than `graceMs`. */
export async function run(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  stripe: Stripe,
  graceMs: number,
): Promise<ReconciliationReport> {
  const since = graceMs > 0 ? Math.floor((Date.now() - graceMs) / 1000) : Infinity
  const ours = await readOurs(config)
  // Including former accounts of a seller.
  const accounts = new Set([
    ...ours.sellers.map(({ account }) => account),
    ...ours.attempts.map(({ account_ref }) => account_ref ?? ''),
  ])
  accounts.delete('')
  return reconcile(ours, await readTheirs(stripe, [...accounts].sort()), since)
}
