import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figureOf } from './figure.ts'
import { type Did, type Entry, type KeptEntry, outcomeOf, standing } from './log.ts'
import { type GateRange, spread } from './spans.ts'
import { judge, type Plan } from './verdict.ts'

const START = Date.parse('2026-12-24T18:00:00+09:00')
const instant = (ms: number) => new Date(ms).toISOString()

/** What gates wrote of one ticket, each with its own clock. */
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
      ({ gate, did, minute }, seq): KeptEntry => ({
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

describe('the logs of several gates', () => {
  it('42: come to the same, in whatever order, in how many parts and however often they arrive', () => {
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
          expect(outcomeOf([...again, ...shuffled, ...again])).toEqual(outcomeOf(all))
        },
      ),
    )
  })

  it('never lose an admission that nobody took back, nor make one up', () => {
    fc.assert(
      fc.property(logs, (all) => {
        const { admissions, used } = outcomeOf(all)
        const gates = [...new Set(all.map(({ gate_id }) => gate_id))]
        const expected = gates.flatMap((gate) => standing(all.filter((e) => e.gate_id === gate)))
        expect(new Set(admissions)).toEqual(new Set(expected))
        const earliest = expected.map(({ happened_at }) => happened_at).sort()[0]
        expect(used?.at).toBe(earliest)
      }),
    )
  })
})

/** Gates without a network: each with the list as it was when it last had one, and its own log. */
interface Door {
  gate: GateRange
  log: Entry[]
}

const GATES: GateRange[] = [
  { id: 'a', name: 'A入口', range: { from: 1, to: 10 } },
  { id: 'b', name: 'B入口', range: { from: 11, to: 20 } },
  { id: 'c', name: 'C入口', range: null },
]
const TICKETS = Array.from({ length: 30 }, (_, at) => `A ${String(at + 1).padStart(3, '0')}`)
const plan: Plan = {
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

/** One scan at one door: what it says is done, and kept. */
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
    },
    payload: new Uint8Array(),
    signature: new Uint8Array(),
    motion: null,
  }
  const nowMs = START + door.log.length * 1_000
  const scene = { plan, gateId: door.gate.id, log: door.log, nowMs }
  const judged = judge({ code, proof: 'moving', hash: number }, scene)
  const did: Did =
    judged.verdict === 'ok' ? 'admit' : override && judged.mayOverride ? 'override' : 'refuse'
  const seq = door.log.length
  const nonce = `${door.gate.id}-${seq}`
  const line = { nonce, seq, ticket_hash: number, scanned_at: instant(nowMs), did, reason: '' }
  door.log.push(line)
}

const scans = fc.array(
  fc.record({ door: fc.nat(GATES.length - 1), ticket: fc.nat(TICKETS.length - 1) }),
  { maxLength: 300 },
)
const keep = (doors: Door[]): Map<string, KeptEntry[]> =>
  Map.groupBy(
    doors.flatMap(({ gate, log }) =>
      log.map((line) => ({ ...line, gate_id: gate.id, happened_at: line.scanned_at })),
    ),
    ({ ticket_hash }) => ticket_hash,
  )
const openDoors = (): Door[] => GATES.map((gate) => ({ gate, log: [] }))

describe('doors that hear nothing of one another', () => {
  it('admit nobody twice, whoever tries which door how often', () => {
    fc.assert(
      fc.property(scans, (tries) => {
        const doors = openDoors()
        for (const { door, ticket } of tries) scan(doors[door]!, TICKETS[ticket]!, false)
        for (const [number, of] of keep(doors)) {
          const { admissions } = outcomeOf(of)
          expect(admissions.length).toBeLessThanOrEqual(1)
          const tried = tries.some(
            ({ door, ticket }) =>
              TICKETS[ticket] === number && inRange(GATES[door]!, figureOf(number)),
          )
          expect(admissions.length).toBe(tried ? 1 : 0)
        }
      }),
    )
  })

  it('39: report each double entry that staff let happen, with both scans', () => {
    const doors = openDoors()
    scan(doors[0]!, 'A 003', false)
    scan(doors[1]!, 'A 003', true)
    const outcome = outcomeOf(keep(doors).get('A 003')!)
    expect(outcome.admissions.map(({ gate_id, did }) => [gate_id, did])).toEqual([
      ['a', 'admit'],
      ['b', 'override'],
    ])
    expect(outcome.used?.gate_id).toBe('a')
  })
})

const inRange = ({ range }: GateRange, figure: number) =>
  range ? range.from <= figure && figure <= range.to : figure > 20
