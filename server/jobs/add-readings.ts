import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/process/deps.ts'

/** Two seconds of a thread's work; the next run takes the others. */
const AT_ONCE = 2_000

/** Adds the readings of new and changed texts to the search index. */
export async function addReadings({ engine, readings }: Pick<Deps, 'engine' | 'readings'>) {
  const texts = await engine.search.listWithoutReading(engine.read, AT_ONCE)
  const found = await readings.of(texts.map(({ folded }) => folded))
  // One per transaction: other writers need not wait, and no two rows are locked in another order than theirs.
  for (const [at, text] of texts.entries())
    await transact(engine.db, (tx) => engine.search.putReading(tx, text, found[at] ?? ''))
}
