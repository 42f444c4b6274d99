import { openStripe } from '#server/adapters/stripe/client.ts'
import { run as reconcile } from '#server/reconcile/run.ts'
import { HALF_AN_HOUR_MS, lookAtStore } from './files.ts'
import { comeToRest, LATER_MS, letTimePass, listGivenUp } from './rest.ts'
import type { Stage } from './stage.ts'

const differ = ({ invariant, object, ours, theirs }: Record<string, string>) =>
  `${invariant} ${object}: ${ours} instead of ${theirs}`

/**
 * Everything that is not as it should be once all have gone home, time has passed and nothing is left to do: work without
 * an end, files that nothing points at, what the provider says beside our books. The server is stopped, then.
 */
export async function findDisorder(stage: Stage): Promise<string[]> {
  const { engine, sandbox, site, config } = stage
  await letTimePass(stage, LATER_MS)
  const restless = await comeToRest(engine, sandbox)
  // Twice, with a start each: what nothing points at is found, and then removed.
  for (let n = 0; n < 2; n++) await letTimePass(stage, HALF_AN_HOUR_MS)
  const store = await lookAtStore(engine.db, await stage.openMedia())
  const givenUp = await listGivenUp(engine)
  await site.stop()
  const { differences } = await reconcile(config, openStripe(sandbox.secretKey, sandbox.url), 0)
  return [...restless, ...givenUp, ...store, ...differences.map((one) => differ({ ...one }))]
}
