import type { Engine } from '#server/db/engine.ts'
import type { PurchaseResult } from './buyer.ts'
import type { Plan } from './people.ts'

export function summed(outcomes: Map<Plan, PurchaseResult>) {
  const resultCounts = { has: 0, refused: 0, gone: 0 }
  const errorCounts: Record<string, number> = {}
  for (const one of outcomes.values()) {
    resultCounts[one.at]++
    if (one.at === 'refused') errorCounts[one.message] = (errorCounts[one.message] ?? 0) + 1
  }
  return { resultCounts, errorCounts }
}

/** Every buyer who was shown the entitlement has it, or had it until the refund: invariant I4. */
export async function confirmedButMissing(
  { db }: Engine,
  outcomes: Map<Plan, PurchaseResult>,
): Promise<string[]> {
  const missing: string[] = []
  for (const [{ buyer, kind, subject }, { at }] of outcomes) {
    if (at !== 'has') continue
    const right = await db
      .selectFrom('entitlement')
      .select('id')
      .where('user_id', '=', buyer)
      .where('kind', '=', kind)
      .where('subject_id', '=', subject)
      .executeTakeFirst()
    if (!right) missing.push(`${buyer} at ${subject}`)
  }
  return missing
}
