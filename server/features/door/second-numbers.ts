import { patternNumber } from '#contract/door/pattern-number.ts'
import type { GateTicket } from '#contract/door/verdict.ts'

/** Of no ticket. */
const NO_HASH = '0'.repeat(32)

/**
 * For doors with an app of the release before, which takes typed digits for the one ticket of its list that has them,
 * although that of another series may have been sold since, or be a companion's. Each number that is in the
 * list once is added a second time, with a cancelled ticket: such a door then finds two, and takes neither without its 記号.
 */
export function secondNumbers(tickets: readonly GateTicket[]): GateTicket[] {
  const byNumber = Map.groupBy(tickets, ({ number }) => patternNumber(number))
  return [...byNumber]
    .filter(([, of]) => of.length === 1)
    .map(([number]) => ({
      ...{ hash: NO_HASH, number: `※ ${number}`, status: 'cancelled', generation: 0 },
      ...{ used_at: null, used_gate: null },
    }))
}
