import { describe, expect, it } from 'vitest'
import type { Did } from '#contract/door/log.ts'
import type { Judgement, Verdict } from '#contract/door/verdict.ts'
import { UNDO_MS } from '#contract/limits.ts'
import { choices, isUndoable, progress } from './door.ts'

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

describe('an admission', () => {
  it.each([
    [UNDO_MS - 1, true],
    [UNDO_MS, false],
    [UNDO_MS + 1, false],
  ])('can be taken back for a quarter of an hour: after %d ms, %s', (after, can) => {
    expect(isUndoable([line('admit')], 'h1', AT + after)).toBe(can)
  })

  it('is taken back once, and only where there is one', () => {
    expect(isUndoable([line('refuse')], 'h1', AT)).toBe(false)
    expect(isUndoable([line('admit', 'h2')], 'h1', AT)).toBe(false)
    expect(isUndoable([line('admit'), line('undo')], 'h1', AT)).toBe(false)
    expect(isUndoable([line('admit'), line('undo'), line('override')], 'h1', AT)).toBe(true)
  })
})

describe('what staff may still do', () => {
  const shown = (verdict: Verdict, did: Did | null, may: Partial<Judgement> = {}) => ({
    judgement: {
      verdict,
      ticket: null,
      mayOverride: false,
      mayReenter: false,
      ...may,
    } as Judgement,
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
  ])('is %s', (_, answer, may) => {
    expect(choices(answer)).toEqual(may)
  })
})

it('counts who is in by every gate’s word and its own, each ticket once', () => {
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
    progress({ gate: { id: 'here', bundle: { plan: { tickets } } } as never, lines })
  expect(seen()).toEqual({ entered: 2, issued: 3 })
  expect(seen(line('admit', 'h1'))).toEqual({ entered: 2, issued: 3 })
  expect(seen(line('admit', 'h3'))).toEqual({ entered: 3, issued: 3 })
  expect(seen(line('admit', 'h1'), line('undo', 'h1'))).toEqual({ entered: 1, issued: 3 })
  // What another gate did is not this one's to take back.
  expect(seen(line('override', 'h2'), line('undo', 'h2'))).toEqual({ entered: 2, issued: 3 })
})
