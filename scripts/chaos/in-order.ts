import { expect } from 'vitest'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { run as reconcile } from '#server/reconcile/reconcile.ts'
import type { Environment } from './environment.ts'
import { HALF_AN_HOUR_MS, lookAtStore } from './files.ts'
import { ADVANCE_MS, letTimePass, listFailedJobs, waitUntilSettled } from './settle.ts'

/** Only a failing run waits this long. */
const JOBS_MS = 120_000

/** Waits until these recurring jobs have run in the quarter of an hour before now, by the server's clock. */
async function waitForJobs({ engine, site }: Environment, names: string[]) {
  const since = new Date(Date.now() + site.offsetMs() - HALF_AN_HOUR_MS / 2).toISOString()
  const late = () =>
    engine.db
      .selectFrom('job')
      .select('name')
      .where('name', 'in', names)
      .where((eb) => eb.or([eb('last_run_at', 'is', null), eb('last_run_at', '<', since)]))
      .execute()
  await expect.poll(late, { timeout: JOBS_MS }).toEqual([])
}

const differ = ({ invariant, object, ours, theirs }: Record<string, string>) =>
  `${invariant} ${object}: ${ours} instead of ${theirs}`

/**
 * All inconsistencies after the activity, a passage of time and the end of all work: unfinished jobs, orphaned files,
 * differences between the provider and our books. Stops the server.
 */
export async function findDisorder(environment: Environment): Promise<string[]> {
  const { engine, sandbox, site, config } = environment
  await letTimePass(environment, ADVANCE_MS)
  const restless = await waitUntilSettled(engine, sandbox)
  // Twice, with a start each: orphans are first found, then deleted.
  for (let n = 0; n < 2; n++) {
    await letTimePass(environment, HALF_AN_HOUR_MS)
    await waitForJobs(environment, ['orphans', 'files'])
  }
  const store = await lookAtStore(engine.db, await environment.openMedia())
  const failedJobs = await listFailedJobs(engine)
  await site.stop()
  const { differences } = await reconcile(
    config,
    createStripeClient(sandbox.secretKey, sandbox.url),
    0,
  )
  return [...restless, ...failedJobs, ...store, ...differences.map((one) => differ({ ...one }))]
}
