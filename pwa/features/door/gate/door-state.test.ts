import { describe, expect, it } from 'vitest'
import { UNDO_MS } from '#contract/door/limits.ts'
import type { Did } from '#contract/door/log.ts'
import type { GateCompanion, ScanResult, Verdict } from '#contract/door/verdict.ts'
import { choices, companionsIn, type DoorState, gateProgress, isUndoable } from './door-state.ts'

const AT = Date.parse('2026-11-20T10:00:00.000Z')
let seq = 0
const line = (did: Did, ticket_hash = 'h1', at = AT) => ({
  nonce: `${seq}`,
  seq: seq++,
  ticket_hash,
  scanned_at: new Date(at).toISOString(),
  did,
  reason: '',
  signature: '',
})

describe('undo of an admission', () => {
  it.each([
    [UNDO_MS - 1, true],
    [UNDO_MS, false],
    [UNDO_MS + 1, false],
  ])('is possible for 15 minutes: after %d ms, %s', (after, can) => {
    expect(isUndoable([line('admit')], 'h1', AT + after)).toBe(can)
  })

  it('is possible once, and only after an admission', () => {
    expect(isUndoable([line('refuse')], 'h1', AT)).toBe(false)
    expect(isUndoable([line('admit', 'h2')], 'h1', AT)).toBe(false)
    expect(isUndoable([line('admit'), line('undo')], 'h1', AT)).toBe(false)
    expect(isUndoable([line('admit'), line('undo'), line('override')], 'h1', AT)).toBe(true)
  })
})

describe('actions of staff', () => {
  const shown = (verdict: Verdict, did: Did | null, may: Partial<ScanResult> = {}) => ({
    scanResult: {
      verdict,
      ticket: null,
      mayOverride: false,
      mayReenter: false,
      paperName: null,
      ...may,
    } as ScanResult,
    typed: false,
    did,
    turn: 1,
  })
  it.each([
    ['nothing once somebody is in', shown('ok', 'admit'), []],
    ['decide whose ticket it is, once', shown('check_holder', null), ['admit', 'refuse']],
    ['nothing more after that', shown('check_holder', 'refuse'), []],
    ['nothing against a code that is none', shown('invalid', 'refuse'), []],
    [
      'let in whom another door waits for',
      shown('other_gate', 'refuse', { mayOverride: true }),
      ['override'],
    ],
    [
      'let back in whom the owner allows it',
      shown('used', 'refuse', { mayReenter: true }),
      ['reenter'],
    ],
    ['nothing twice', shown('used', 'reenter', { mayReenter: true }), []],
  ])('choices are %s', (_, answer, may) => {
    expect(choices(answer)).toEqual(may)
  })
})

it('counts admissions of all gates and its own, each ticket once', () => {
  const ticket = (
    hash: string,
    status: string,
    used_at: string | null,
    used_gate: string | null,
  ) => ({
    ...{ hash, number: hash, status, used_at, used_gate },
  })
  const tickets = [
    ticket('h1', 'used', 'then', 'here'),
    ticket('h2', 'used', 'then', 'there'),
    ticket('h3', 'valid', null, null),
    ticket('h4', 'cancelled', null, null),
  ]
  const seen = (...lines: ReturnType<typeof line>[]) =>
    gateProgress({ gate: { id: 'here', bundle: { plan: { tickets } } } as never, lines })
  expect(seen()).toEqual({ entered: 2, issued: 3 })
  expect(seen(line('admit', 'h1'))).toEqual({ entered: 2, issued: 3 })
  expect(seen(line('admit', 'h3'))).toEqual({ entered: 3, issued: 3 })
  expect(seen(line('admit', 'h1'), line('undo', 'h1'))).toEqual({ entered: 1, issued: 3 })
  // A gate undoes only its own admissions.
  expect(seen(line('override', 'h2'), line('undo', 'h2'))).toEqual({ entered: 2, issued: 3 })
})

describe('companions of a ticket', () => {
  const companion = { hash: 'c1', number: 'A 002', used_at: null, used_gate: null }
  const gate = { id: 'g1' } as DoorState['gate']
  const of = (
    verdict: Verdict,
    did: Did | null,
    lines: ReturnType<typeof line>[] = [],
    change: Partial<GateCompanion> = {},
  ) =>
    companionsIn(
      { gate, lines },
      {
        scanResult: {
          ...{ verdict, ticket: { hash: 'h1', number: 'A 001' }, used: null, home: null },
          ...{ mayOverride: true, mayReenter: false, paperName: null, type: null },
          companions: [{ ...companion, ...change }],
        },
        ...{ typed: false, did, turn: 1 },
      },
    ).map(({ isIn }) => isIn)

  it('may enter only with a holder who was admitted', () => {
    expect(of('check_holder', null)).toEqual([])
    expect(of('other_gate', 'refuse')).toEqual([])
    expect(of('ok', 'undo')).toEqual([])
    expect(of('ok', 'admit')).toEqual([false])
    expect(of('other_gate', 'override')).toEqual([false])
    expect(of('used', 'refuse')).toEqual([false])
  })

  it('are in by this gate’s log, or by the list', () => {
    expect(of('ok', 'admit', [line('admit', 'c1')])).toEqual([true])
    expect(of('ok', 'admit', [line('admit', 'c1'), line('undo', 'c1')])).toEqual([false])
    const listed = { used_at: new Date(AT).toISOString(), used_gate: 'g2' }
    expect(of('ok', 'admit', [], listed)).toEqual([true])
    expect(of('ok', 'admit', [line('undo', 'c1')], { ...listed, used_gate: 'g1' })).toEqual([false])
  })

  it('count among those who enter', () => {
    const ticket = { hash: 'h1', number: 'A 001', status: 'valid', generation: 0 } as const
    const tickets = [{ ...ticket, used_at: null, used_gate: null, companions: [companion] }]
    const bundled = { id: 'g1', bundle: { plan: { tickets } } } as unknown as DoorState['gate']
    expect(gateProgress({ gate: bundled, lines: [] })).toEqual({ entered: 0, issued: 2 })
    const lines = [line('admit', 'h1'), line('admit', 'c1')]
    expect(gateProgress({ gate: bundled, lines })).toEqual({ entered: 2, issued: 2 })
  })
})
