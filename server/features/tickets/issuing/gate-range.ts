import type { GateRange } from '#contract/door/number-ranges.ts'
import type { Gate } from '#server/db/schema/tickets.ts'

/** Range of a gate as planned by the owner. */
export const rangeOf = ({ id, name, range_from, range_to }: Gate): GateRange => ({
  id,
  name,
  range: range_from === null || range_to === null ? null : { from: range_from, to: range_to },
})
