import { patternNumber } from './pattern-number.ts'

/** Range of 整理番号, both ends included. */
export type NumberRange = readonly [from: number, to: number]

/** Above every printed number. */
export const ENDLESS = 9_999_999

/** A gate as planned by the owner. */
export interface GateRange {
  id: string
  name: string
  /** Range of 整理番号, both ends included; null: all numbers that no other gate has. */
  range: { from: number; to: number } | null
}
/** A gate and the numbers that it may admit. */
export interface GateRanges {
  id: string
  name: string
  ranges: readonly NumberRange[]
}

/** Sorted, with overlapping and adjacent ranges merged. */
export function union(ranges: readonly NumberRange[]): NumberRange[] {
  const joined: [number, number][] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

export function subtract(
  ranges: readonly NumberRange[],
  removed: readonly NumberRange[],
): NumberRange[] {
  let left = union(ranges)
  for (const [from, to] of removed)
    left = left.flatMap(([start, end]): NumberRange[] => {
      if (to < start || from > end) return [[start, end]]
      const parts: NumberRange[] = [
        [start, from - 1],
        [to + 1, end],
      ]
      return parts.filter(([a, b]) => a <= b)
    })
  return left
}

export const holds = (ranges: readonly NumberRange[], value: number): boolean =>
  ranges.some(([from, to]) => from <= value && value <= to)

/** Distributes all numbers: each belongs to exactly one gate, if there is any. */
export function spread(gates: readonly GateRange[]): GateRanges[] {
  let assigned: NumberRange[] = []
  const own = gates.map(({ id, name, range }) => {
    const ranges = range ? subtract([[range.from, range.to]], assigned) : []
    assigned = union([...assigned, ...ranges])
    return { id, name, ranges }
  })
  const rest = subtract([[0, ENDLESS]], assigned)
  const defaultGate = (gates.find(({ range }) => !range) ?? gates[0])?.id
  return own.map((gate) =>
    gate.id === defaultGate ? { ...gate, ranges: union([...gate.ranges, ...rest]) } : gate,
  )
}

/** The one gate that may admit this number. */
export const homeAmong = <G extends GateRanges>(number: string, gates: readonly G[]): G | null =>
  gates.find(({ ranges }) => holds(ranges, patternNumber(number) || 0)) ?? null
