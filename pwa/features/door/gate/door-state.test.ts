import { describe, expect, it } from 'vitest'
import { UNDO_MS } from '#contract/door/limits.ts'
import type { Did } from '#contract/door/log.ts'
import type { ScanResult, Verdict } from '#contract/door/verdict.ts'
import { choices, gateProgress, isUndoable } from './door-state.ts'

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
