import type { GateRange } from '#contract/door/spans.ts'
import type { Gate } from '#server/db/schema/tickets.ts'

/** A gate as its owner planned it. */
export const rangeOf = ({ id, name, range_from, range_to }: Gate): GateRange => ({
  id,
  name,
  range: range_from === null || range_to === null ? null : { from: range_from, to: range_to },
})
