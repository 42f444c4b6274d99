import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ENDLESS, holds, type NumberRange, subtract, union } from '#contract/door/number-ranges.ts'
import type { Gate } from '#server/db/schema/tickets.ts'
import { heldOf, isSame, plannedRanges, queuedFor, rangesFor } from './assignment.ts'

const span = fc
  .tuple(fc.nat(30), fc.nat(30))
  .map(([a, b]): NumberRange => [Math.min(a, b), Math.max(a, b)])
const ranges = fc.array(span, { maxLength: 6 })
const figures = Array.from({ length: 32 }, (_, at) => at)
const inside = (of: readonly NumberRange[]) => figures.filter((number) => holds(of, number))

it('counts ranges as their single numbers', () => {
  fc.assert(
    fc.property(ranges, ranges, (a, b) => {
      expect(inside(union([...a, ...b]))).toEqual(figures.filter((n) => holds(a, n) || holds(b, n)))
      expect(inside(subtract(a, b))).toEqual(figures.filter((n) => holds(a, n) && !holds(b, n)))
    }),
  )
})

const gateOf = (id: string, range: NumberRange | null): Gate => ({
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

/** The server's state of one ticket, and the stored state of each phone. */
interface Site {
  gates: Gate[]
  epoch: number
  phones: Map<string, { epoch: number; ranges: readonly NumberRange[] }>
}

type Step =
  | { what: 'plan'; gates: (NumberRange | null)[] }
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
    const { gates } = of as { gates: (NumberRange | null)[] }
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
    const confirmedEpoch = site.phones.get(gate.id)?.epoch ?? 0
    site.gates[at] = { ...gate, held: JSON.stringify(queuedFor(heldOf(gate), confirmedEpoch)) }
    return
  }
  const spread = careful ? rangesFor(gate.id, site.gates) : plannedRanges(site.gates)
  const own = spread.find(({ id }) => id === gate.id)!.ranges
  const assignments = heldOf(gate)
  if (!assignments.at(-1) || !isSame(assignments.at(-1)!.ranges, own)) {
    const next = [...assignments, { epoch: ++site.epoch, ranges: [...own] }]
    site.gates[at] = { ...gate, held: JSON.stringify(next) }
  }
  if (arrives) site.phones.set(gate.id, { epoch: site.epoch, ranges: own })
}

const open = (): Site => ({
  gates: ['a', 'b', 'c'].map((id) => gateOf(id, null)),
  epoch: 0,
  phones: new Map(),
})
const owners = ({ phones }: Site, number: number) =>
  [...phones.values()].filter((phone) => holds(phone.ranges, number)).length

it('never lets two phones claim the same number, whatever is planned, lost and received', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const site = open()
      for (const one of steps) {
        take(site, one)
        for (const number of [...figures, ENDLESS])
          expect(owners(site, number)).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 300 },
  )
})

it('would let two phones claim the same number if each got the plan at once', () => {
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

it('reaches the plan once every phone has received and confirmed it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const site = open()
      for (const one of steps) take(site, one)
      for (let round = 0; round < 2; round++)
        for (const gate of [0, 1, 2]) {
          take(site, { what: 'send', gate, arrives: true })
          take(site, { what: 'confirm', gate })
        }
      for (const { id, ranges: planned } of plannedRanges(site.gates))
        expect(site.phones.get(id)!.ranges).toEqual(planned)
    }),
  )
})
