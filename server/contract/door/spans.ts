import { figureOf } from './figure.ts'

/** 整理番号 from one to another, both included. */
export type Span = readonly [from: number, to: number]

/** No printed number is as high. */
export const ENDLESS = 9_999_999

/** A gate as its owner plans it. */
export interface GateRange {
  id: string
  name: string
  /** 整理番号 of its own, both ends included; null: those that are nobody's. */
  range: { from: number; to: number } | null
}
/** A gate with the numbers that it may admit. */
export interface GateSpans {
  id: string
  name: string
  spans: readonly Span[]
}

/** Sorted, and what touches joined. */
export function union(spans: readonly Span[]): Span[] {
  const joined: [number, number][] = []
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

export function subtract(spans: readonly Span[], gone: readonly Span[]): Span[] {
  let left = union(spans)
  for (const [from, to] of gone)
    left = left.flatMap(([start, end]): Span[] => {
      if (to < start || from > end) return [[start, end]]
      const parts: Span[] = [
        [start, from - 1],
        [to + 1, end],
      ]
      return parts.filter(([a, b]) => a <= b)
    })
  return left
}

export const holds = (spans: readonly Span[], figure: number): boolean =>
  spans.some(([from, to]) => from <= figure && figure <= to)

/** The plan as numbers: each belongs to exactly one gate, where there is any. */
export function spread(gates: readonly GateRange[]): GateSpans[] {
  let given: Span[] = []
  const own = gates.map(({ id, name, range }) => {
    const spans = range ? subtract([[range.from, range.to]], given) : []
    given = union([...given, ...spans])
    return { id, name, spans }
  })
  const rest = subtract([[0, ENDLESS]], given)
  const keeper = (gates.find(({ range }) => !range) ?? gates[0])?.id
  return own.map((gate) =>
    gate.id === keeper ? { ...gate, spans: union([...gate.spans, ...rest]) } : gate,
  )
}

/** The one gate that may admit this number. */
export const homeAmong = <G extends GateSpans>(number: string, gates: readonly G[]): G | null =>
  gates.find(({ spans }) => holds(spans, figureOf(number) || 0)) ?? null
