import * as z from 'zod'
import {
  type GateRanges,
  type NumberRange,
  spread,
  subtract,
  union,
} from '#contract/door/number-ranges.ts'
import { jsonOf } from '#server/db/json.ts'
import type { Gate } from '#server/db/schema/tickets.ts'
import { rangeOf } from '#server/features/tickets/issuing/gate-range.ts'

/** Ranges sent to a gate, with the epoch of their plan. */
const RangeAssignment = z.object({
  epoch: z.number(),
  ranges: z.array(z.tuple([z.number(), z.number()])),
})
export type RangeAssignment = z.output<typeof RangeAssignment>
const read = jsonOf(z.array(RangeAssignment))

export const heldOf = (gate: Pick<Gate, 'held'>) => read(gate.held)

/** All ranges a gate's phone may be using: those of every plan sent since the one it last confirmed. */
const believed = (gate: Gate): NumberRange[] => union(heldOf(gate).flatMap(({ ranges }) => ranges))

export const plannedRanges = (gates: readonly Gate[]): GateRanges[] => spread(gates.map(rangeOf))

/**
 * Number ranges of every gate as `gateId` may be told: its planned ranges minus those that another phone may still be
 * using, so that of two offline gates only one admits a ticket (docs/decisions/tickets/013-offline-gates.md).
 */
export function rangesFor(gateId: string, gates: readonly Gate[]): GateRanges[] {
  const otherGatesThan = (...except: string[]) =>
    gates.filter(({ id }) => !except.includes(id)).flatMap(believed)
  return plannedRanges(gates).map((gate) => {
    const ownRanges = subtract(gate.ranges, otherGatesThan(gate.id, gateId))
    if (gate.id === gateId) return { ...gate, ranges: ownRanges }
    const believedRanges = gates.filter(({ id }) => id === gate.id).flatMap(believed)
    return { ...gate, ranges: union([...believedRanges, ...ownRanges]) }
  })
}

const planOf = (id: string, gates: readonly Gate[]): readonly NumberRange[] =>
  plannedRanges(gates).find((gate) => gate.id === id)?.ranges ?? []

/** Gates that still use numbers which the plan gives to this one. */
export function waitsFor({ id }: Gate, gates: readonly Gate[]): string[] {
  const planned = planOf(id, gates)
  const keepsSome = (other: Gate) => !isSame(subtract(planned, believed(other)), planned)
  return gates.filter((other) => other.id !== id && keepsSome(other)).map(({ name }) => name)
}

export const isSame = (a: readonly NumberRange[], b: readonly NumberRange[]) =>
  JSON.stringify(a) === JSON.stringify(b)

/** Drops the ranges sent before this epoch, which the gate has confirmed. */
export function queuedFor(assignments: RangeAssignment[], epoch: number): RangeAssignment[] {
  const at = assignments.findLastIndex((one) => one.epoch <= epoch)
  return at <= 0 ? assignments : assignments.slice(at)
}
