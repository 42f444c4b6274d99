import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { run as reconcile } from '#server/reconcile/run.ts'
import type { Environment } from './environment.ts'
import { HALF_AN_HOUR_MS, lookAtStore } from './files.ts'
import { ADVANCE_MS, letTimePass, listFailedJobs, waitUntilSettled } from './settle.ts'

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
  for (let n = 0; n < 2; n++) await letTimePass(environment, HALF_AN_HOUR_MS)
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
