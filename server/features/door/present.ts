import type { Gate as ShownGate } from '#contract/door/calls.ts'
import type { Gate } from '#server/db/schema/tickets.ts'
import { rangeOf } from '#server/features/tickets/issuing/gate-range.ts'
import { waitsFor } from './assignment.ts'

/** `lapsed`: ids of gates claimed by people who may no longer work there. */
export const presentGate = (
  gate: Gate,
  gates: readonly Gate[],
  lapsed: ReadonlySet<string>,
): ShownGate => ({
  id: gate.id,
  name: gate.name,
  range: rangeOf(gate).range,
  claimed: gate.public_key !== null && !lapsed.has(gate.id),
  lapsed: lapsed.has(gate.id),
  last_sync_at: gate.last_sync_at,
  admitted: gate.admitted,
  waits_for: waitsFor(gate, gates),
})
