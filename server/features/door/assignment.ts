import { type GateSpans, type Span, spread, subtract, union } from '#contract/door/spans.ts'
import type { Gate } from '#server/db/schema/tickets.ts'
import { rangeOf } from '#server/features/tickets/issuing/gate-range.ts'

/** What a gate was told to be its own, and by which plan. */
export interface Held {
  epoch: number
  spans: Span[]
}

export const heldOf = (gate: Pick<Gate, 'held'>) => JSON.parse(gate.held) as Held[]

/** A gate's phone may work by any plan that it was sent since the one it last spoke of. */
const believed = (gate: Gate): Span[] => union(heldOf(gate).flatMap(({ spans }) => spans))

export const plannedSpans = (gates: readonly Gate[]): GateSpans[] => spread(gates.map(rangeOf))

/**
 * Every gate's numbers as one of them is to be told. It gets what the plan gives it and no other phone may still
 * believe to be its own: of two gates without a network, one alone admits a ticket (decision 015).
 */
export function spansFor(gateId: string, gates: readonly Gate[]): GateSpans[] {
  const keptBut = (...except: string[]) =>
    gates.filter(({ id }) => !except.includes(id)).flatMap(believed)
  return plannedSpans(gates).map((gate) => {
    const mine = subtract(gate.spans, keptBut(gate.id, gateId))
    if (gate.id === gateId) return { ...gate, spans: mine }
    const kept = gates.filter(({ id }) => id === gate.id).flatMap(believed)
    return { ...gate, spans: union([...kept, ...mine]) }
  })
}

const planOf = (id: string, gates: readonly Gate[]): readonly Span[] =>
  plannedSpans(gates).find((gate) => gate.id === id)?.spans ?? []

/** Gates that still keep numbers which the plan gives to this one. */
export function waitsFor({ id }: Gate, gates: readonly Gate[]): string[] {
  const planned = planOf(id, gates)
  const keepsSome = (other: Gate) => !isSame(subtract(planned, believed(other)), planned)
  return gates.filter((other) => other.id !== id && keepsSome(other)).map(({ name }) => name)
}

export const isSame = (a: readonly Span[], b: readonly Span[]) =>
  JSON.stringify(a) === JSON.stringify(b)

/** Once it works by the plan of this epoch, what it was told before is forgotten. */
export function heardOf(held: Held[], epoch: number): Held[] {
  const at = held.findLastIndex((one) => one.epoch <= epoch)
  return at <= 0 ? held : held.slice(at)
}
