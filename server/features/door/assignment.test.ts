import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ENDLESS, holds, type Span, subtract, union } from '#contract/door/spans.ts'
import type { Gate } from '#server/db/schema/tickets.ts'
import { heardOf, heldOf, isSame, plannedSpans, spansFor } from './assignment.ts'

const span = fc
  .tuple(fc.nat(30), fc.nat(30))
  .map(([a, b]): Span => [Math.min(a, b), Math.max(a, b)])
const spans = fc.array(span, { maxLength: 6 })
const figures = Array.from({ length: 32 }, (_, at) => at)
const inside = (of: readonly Span[]) => figures.filter((figure) => holds(of, figure))

it('counts spans as it counts their numbers', () => {
  fc.assert(
    fc.property(spans, spans, (a, b) => {
      expect(inside(union([...a, ...b]))).toEqual(figures.filter((n) => holds(a, n) || holds(b, n)))
      expect(inside(subtract(a, b))).toEqual(figures.filter((n) => holds(a, n) && !holds(b, n)))
    }),
  )
})

const gateOf = (id: string, range: Span | null): Gate => ({
  id,
  digital_ticket_id: 'night',
  name: id,
  range_from: range?.[0] ?? null,
  range_to: range?.[1] ?? null,
  invite_hash: id,
  token_hash: null,
  public_key: null,
  epoch: 0,
  held: '[]',
  admitted: 0,
  claimed_at: null,
  claimed_by: null,
  last_sync_at: null,
  revoked_at: null,
  created_at: '',
})

/** The server's side of one ticket, and what each phone has in its pocket. */
interface Site {
  gates: Gate[]
  epoch: number
  phones: Map<string, { epoch: number; spans: readonly Span[] }>
}

type Step =
  | { what: 'plan'; gates: (Span | null)[] }
  | { what: 'send'; gate: number; arrives: boolean }
  | { what: 'confirm'; gate: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    what: fc.constant('plan' as const),
    gates: fc.array(fc.option(span), { minLength: 3, maxLength: 3 }),
  }),
  fc.record({ what: fc.constant('send' as const), gate: fc.nat(2), arrives: fc.boolean() }),
  fc.record({ what: fc.constant('confirm' as const), gate: fc.nat(2) }),
)

function take(site: Site, { what, ...of }: Step, careful = true) {
  if (what === 'plan') {
    const { gates } = of as { gates: (Span | null)[] }
    site.epoch++
    site.gates = site.gates.map((gate, at) => ({
      ...gate,
      range_from: gates[at]?.[0] ?? null,
      range_to: gates[at]?.[1] ?? null,
    }))
    return
  }
  const { gate: at, arrives } = of as { gate: number; arrives?: boolean }
  const gate = site.gates[at]!
  if (what === 'confirm') {
    const said = site.phones.get(gate.id)?.epoch ?? 0
    site.gates[at] = { ...gate, held: JSON.stringify(heardOf(heldOf(gate), said)) }
    return
  }
  const spread = careful ? spansFor(gate.id, site.gates) : plannedSpans(site.gates)
  const own = spread.find(({ id }) => id === gate.id)!.spans
  const held = heldOf(gate)
  if (!held.at(-1) || !isSame(held.at(-1)!.spans, own)) {
    const next = [...held, { epoch: ++site.epoch, spans: [...own] }]
    site.gates[at] = { ...gate, held: JSON.stringify(next) }
  }
  if (arrives) site.phones.set(gate.id, { epoch: site.epoch, spans: own })
}

const open = (): Site => ({
  gates: ['a', 'b', 'c'].map((id) => gateOf(id, null)),
  epoch: 0,
  phones: new Map(),
})
const owners = ({ phones }: Site, figure: number) =>
  [...phones.values()].filter((phone) => holds(phone.spans, figure)).length

it('never lets two phones believe that a number is theirs, whatever is planned, lost and heard', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const site = open()
      for (const one of steps) {
        take(site, one)
        for (const figure of [...figures, ENDLESS])
          expect(owners(site, figure)).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 300 },
  )
})

it('would let two believe it, if each were told the plan at once', () => {
  const site = open()
  const steps: Step[] = [
    { what: 'plan', gates: [[1, 10], null, [11, 20]] },
    { what: 'send', gate: 0, arrives: true },
    {
      what: 'plan',
      gates: [
        [1, 5],
        [6, 10],
        [11, 20],
      ],
    },
    { what: 'send', gate: 1, arrives: true },
  ]
  for (const one of steps) take(site, one, false)
  expect(owners(site, 8)).toBe(2)
})

it('comes to the plan once every phone has heard and said so', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const site = open()
      for (const one of steps) take(site, one)
      for (let round = 0; round < 2; round++)
        for (const gate of [0, 1, 2]) {
          take(site, { what: 'send', gate, arrives: true })
          take(site, { what: 'confirm', gate })
        }
      for (const { id, spans: planned } of plannedSpans(site.gates))
        expect(site.phones.get(id)!.spans).toEqual(planned)
    }),
  )
})
