import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/process/deps.ts'

/** Two seconds of a thread's work; the next run takes the others. */
const AT_ONCE = 2_000
/** Other writers need not wait for long. */
const PER_TRANSACTION = 50

/** Adds the readings of new and changed texts to the search index. */
export async function addReadings({ engine, readings }: Pick<Deps, 'engine' | 'readings'>) {
  const texts = await engine.search.listWithoutReading(engine.read, AT_ONCE)
  const found = await readings.of(texts.map(({ folded }) => folded))
  for (let from = 0; from < texts.length; from += PER_TRANSACTION)
    await transact(engine.db, async (tx) => {
      for (const [at, text] of texts.slice(from, from + PER_TRANSACTION).entries())
        await engine.search.putReading(tx, text, found[from + at] ?? '')
    })
}
