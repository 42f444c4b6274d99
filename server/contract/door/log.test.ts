import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Did,
  type GateLogEntry,
  type StoredEntry,
  scanOutcomeOf,
  validAdmissions,
} from './log.ts'
import { type GateRange, spread } from './number-ranges.ts'
import { patternNumber } from './pattern-number.ts'
import { type EntryPlan, evaluateScan } from './verdict.ts'

const START = Date.parse('2026-12-24T18:00:00+09:00')
const instant = (ms: number) => new Date(ms).toISOString()

/** Random log lines of three gates about one ticket. */
const logs = fc
  .array(
    fc.record({
      gate: fc.constantFrom('a', 'b', 'c'),
      did: fc.constantFrom<Did>('admit', 'refuse', 'override', 'undo', 'reenter'),
      minute: fc.nat(60),
    }),
    { maxLength: 12 },
  )
  .map((lines) =>
    lines.map(
      ({ gate, did, minute }, seq): StoredEntry => ({
        gate_id: gate,
        nonce: `${gate}-${seq}`,
        seq,
        ticket_hash: 'h',
        scanned_at: instant(START + minute * 60_000),
        happened_at: instant(START + minute * 60_000),
        did,
        reason: '',
      }),
    ),
  )

describe('outcome of a ticket from the logs of several gates', () => {
  it('is the same for any order, batching and repetition of the lines (42)', () => {
    fc.assert(
      fc.property(
        logs.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(all, { minLength: all.length }),
            fc.shuffledSubarray(all),
          ),
        ),
        ([all, shuffled, again]) => {
          expect(scanOutcomeOf([...again, ...shuffled, ...again])).toEqual(scanOutcomeOf(all))
        },
      ),
    )
  })

  it('contains exactly the admissions that were not undone', () => {
    fc.assert(
      fc.property(logs, (all) => {
        const { admissions, used } = scanOutcomeOf(all)
        const gates = [...new Set(all.map(({ gate_id }) => gate_id))]
        const expected = gates.flatMap((gate) =>
          validAdmissions(all.filter((e) => e.gate_id === gate)),
        )
        expect(new Set(admissions)).toEqual(new Set(expected))
        const earliest = expected.map(({ happened_at }) => happened_at).sort()[0]
        expect(used?.at).toBe(earliest)
      }),
    )
  })
})

describe('outcome of a seat that was resold', () => {
  /** Scans and undos at three gates of the two tickets of one seat. */
  const visits = fc.array(
    fc.record({
      gate: fc.constantFrom('a', 'b', 'c'),
      ticket: fc.constantFrom('old', 'new'),
      did: fc.constantFrom<Did>('admit', 'admit', 'override', 'refuse', 'undo'),
    }),
    { maxLength: 14 },
  )

  it('counts every person inside, with either ticket, for any order of the lines', () => {
    fc.assert(
      fc.property(
        visits.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray([...all.keys()], { minLength: all.length }),
          ),
        ),
        ([all, order]) => {
          const inside = new Map<string, number>()
          for (const { gate, ticket, did } of all) {
            const door = `${gate} ${ticket}`
            const before = inside.get(door) ?? 0
            if (did === 'admit' || did === 'override') inside.set(door, before + 1)
            if (did === 'undo') inside.set(door, Math.max(0, before - 1))
          }
          const lines = all.map(
            ({ gate, ticket, did }, seq): StoredEntry => ({
              ...{ gate_id: gate, nonce: `${gate}-${seq}`, seq, ticket_hash: ticket, did },
              ...{
                scanned_at: instant(START + seq),
                happened_at: instant(START + seq),
                reason: '',
              },
            }),
          )
          const { admissions } = scanOutcomeOf(order.map((at) => lines[at]!))
          expect(admissions).toHaveLength([...inside.values()].reduce((a, b) => a + b, 0))
        },
      ),
    )
  })
})

/** An offline gate: its cached plan, and its own log. */
interface Door {
  gate: GateRange
  log: GateLogEntry[]
}

const GATES: GateRange[] = [
  { id: 'a', name: 'A入口', range: { from: 1, to: 10 } },
  { id: 'b', name: 'B入口', range: { from: 11, to: 20 } },
  { id: 'c', name: 'C入口', range: null },
]
const TICKETS = Array.from({ length: 30 }, (_, at) => `A ${String(at + 1).padStart(3, '0')}`)
const plan: EntryPlan = {
  ticket_id: 'night',
  from: instant(START),
  until: instant(START + 3_600_000),
  reentry: false,
  gates: spread(GATES),
  tickets: TICKETS.map((number) => ({
    hash: number,
    number,
    status: 'valid',
    generation: 0,
    used_at: null,
    used_gate: null,
  })),
}

/** Scans a number at one gate, applies the result and logs it. */
function scan(door: Door, number: string, override: boolean) {
  const code = {
    claims: {
      keyId: 'k',
      issuedId: number,
      ticketId: 'night',
      number,
      from: START / 1000,
      until: START / 1000 + 3_600,
      generation: 0,
      thumbprint: null,
      paperName: null,
    },
    payload: new Uint8Array(),
    signature: new Uint8Array(),
    motion: null,
  }
  const nowMs = START + door.log.length * 1_000
  const context = { plan, gateId: door.gate.id, log: door.log, nowMs }
  const evaluated = evaluateScan({ code, proof: 'moving', hash: number }, context)
  const did: Did =
    evaluated.verdict === 'ok' ? 'admit' : override && evaluated.mayOverride ? 'override' : 'refuse'
  const seq = door.log.length
  const nonce = `${door.gate.id}-${seq}`
  const line = { nonce, seq, ticket_hash: number, scanned_at: instant(nowMs), did, reason: '' }
  door.log.push(line)
}

const scans = fc.array(
  fc.record({ door: fc.nat(GATES.length - 1), ticket: fc.nat(TICKETS.length - 1) }),
  { maxLength: 300 },
)
const entriesByTicket = (doors: Door[]): Map<string, StoredEntry[]> =>
  Map.groupBy(
    doors.flatMap(({ gate, log }) =>
      log.map((line) => ({ ...line, gate_id: gate.id, happened_at: line.scanned_at })),
    ),
    ({ ticket_hash }) => ticket_hash,
  )
const openDoors = (): Door[] => GATES.map((gate) => ({ gate, log: [] }))

describe('gates that are offline', () => {
  it('never admit a ticket twice, for any sequence of scans', () => {
    fc.assert(
      fc.property(scans, (attempts) => {
        const doors = openDoors()
        for (const { door, ticket } of attempts) scan(doors[door]!, TICKETS[ticket]!, false)
        for (const [number, of] of entriesByTicket(doors)) {
          const { admissions } = scanOutcomeOf(of)
          expect(admissions.length).toBeLessThanOrEqual(1)
          const tried = attempts.some(
            ({ door, ticket }) =>
              TICKETS[ticket] === number && inRange(GATES[door]!, patternNumber(number)),
          )
          expect(admissions.length).toBe(tried ? 1 : 0)
        }
      }),
    )
  })

  it('report each double entry by override, with both scans (39)', () => {
    const doors = openDoors()
    scan(doors[0]!, 'A 003', false)
    scan(doors[1]!, 'A 003', true)
    const outcome = scanOutcomeOf(entriesByTicket(doors).get('A 003')!)
    expect(outcome.admissions.map(({ gate_id, did }) => [gate_id, did])).toEqual([
      ['a', 'admit'],
      ['b', 'override'],
    ])
    expect(outcome.used?.gate_id).toBe('a')
  })
})

const inRange = ({ range }: GateRange, value: number) =>
  range ? range.from <= value && value <= range.to : value > 20
