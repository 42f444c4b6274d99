import { expect, it } from 'vitest'
import type { GateLogEntry } from './log.ts'
import { homeAmong, spread } from './number-ranges.ts'
import { patternNumber } from './pattern-number.ts'
import { type EntryPlan, evaluateNumber, evaluateScan } from './verdict.ts'
import type { Proof } from './verify.ts'

const NOW = Date.parse('2026-12-24T18:40:00+09:00')
const HOUR_S = 3_600
const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString()

const A = { id: 'a', name: 'A入口', range: { from: 1, to: 40 } }
const B = { id: 'b', name: 'B入口', range: { from: 41, to: 80 } }
const REST = { id: 'c', name: 'C入口', range: null }
const ticket = { hash: 'h42', number: 'A 042', generation: 0, used_at: null, used_gate: null }
const plan = (change: Partial<EntryPlan> = {}, row = {}): EntryPlan => ({
  ticket_id: 'night',
  from: at(-1),
  until: at(3),
  reentry: false,
  gates: spread([A, B, REST]),
  tickets: [{ ...ticket, status: 'valid', ...row }],
  ...change,
})
const scanned = (claims = {}, proof: Proof = 'moving') => ({
  code: {
    claims: {
      keyId: 'k',
      issuedId: 'i42',
      ticketId: 'night',
      number: 'A 042',
      from: NOW / 1000 - HOUR_S,
      until: NOW / 1000 + HOUR_S,
      generation: 0,
      thumbprint: null,
      paperName: null,
      ...claims,
    },
    payload: new Uint8Array(),
    signature: new Uint8Array(),
    motion: null,
  },
  proof,
  hash: 'h42',
})
const entry = (seq: number, did: GateLogEntry['did'], ticket_hash = 'h42'): GateLogEntry => ({
  nonce: `n${seq}`,
  seq,
  ticket_hash,
  scanned_at: at(-0.1),
  did,
  reason: '',
})
const context = { plan: plan(), gateId: 'b', log: [] as GateLogEntry[], nowMs: NOW }

it('valid code is admitted at its own gate', () => {
  expect(evaluateScan(scanned(), context)).toMatchObject({
    verdict: 'ok',
    ticket: { hash: 'h42', number: 'A 042' },
  })
})

it('code that any device may show requires staff to check the holder', () => {
  expect(evaluateScan(scanned({}, 'still'), context).verdict).toBe('check_holder')
  expect(evaluateNumber('A 042', context).verdict).toBe('check_holder')
})

it.each([
  ['no code of ours', null],
  ['a forged one', scanned({}, 'forged')],
  ['a copy of one that moves', scanned({}, 'stale')],
])('refuses %s (41)', (_, code) => {
  expect(evaluateScan(code, context)).toMatchObject({ verdict: 'invalid', mayOverride: false })
})

it('ticket for another event is recognized (44)', () => {
  expect(evaluateScan(scanned({ ticketId: 'other' }), context).verdict).toBe('other_event')
})

it('admitted ticket is refused at the same gate, also offline (39)', () => {
  const log = [entry(1, 'admit')]
  expect(evaluateScan(scanned(), { ...context, log })).toMatchObject({
    verdict: 'used',
    used: { at: at(-0.1), gate: 'B入口' },
    mayOverride: true,
    mayReenter: false,
  })
  const undone = [...log, entry(2, 'undo')]
  expect(evaluateScan(scanned(), { ...context, log: undone }).verdict).toBe('ok')
})

it('admission in the plan is undone by this gate’s own log', () => {
  const used = { status: 'used', used_at: at(-0.1), used_gate: 'b' }
  const log = [entry(1, 'admit'), entry(2, 'undo')]
  expect(evaluateScan(scanned(), { ...context, plan: plan({}, used), log }).verdict).toBe('ok')
  const usedAtOtherGate = { ...used, used_gate: 'a' }
  expect(
    evaluateScan(scanned(), { ...context, plan: plan({}, usedAtOtherGate), log }),
  ).toMatchObject({
    verdict: 'used',
    used: { at: at(-0.1), gate: 'A入口' },
  })
})

it('ticket on paper is admitted after a look at the name, also while a later phone shows the ticket', () => {
  const paper = scanned({ paperName: '佐藤 千晴', generation: 1 }, 'still')
  const known = (row: object) => ({ ...context, plan: plan({}, row) })
  const looked = { verdict: 'check_holder', paperName: '佐藤 千晴' }
  expect(evaluateScan(paper, known({ generation: 1, paper: 1 }))).toMatchObject(looked)
  expect(evaluateScan(paper, known({ generation: 4, paper: 1 }))).toMatchObject(looked)
  // Printed after the gate got its list.
  expect(evaluateScan(paper, known({ generation: 1 }))).toMatchObject(looked)
})

it('ticket on paper is invalid after a transfer', () => {
  const paper = scanned({ paperName: '佐藤 千晴', generation: 1 }, 'still')
  for (const printed of [null, undefined, 2])
    expect(
      evaluateScan(paper, { ...context, plan: plan({}, { generation: 2, paper: printed }) })
        .verdict,
    ).toBe('invalid')
})

it('phone and paper of a ticket admit once', () => {
  const log = [entry(1, 'admit')]
  const paper = scanned({ paperName: '佐藤 千晴' }, 'still')
  expect(evaluateScan(paper, { ...context, log }).verdict).toBe('used')
})

it('reentry is possible if the owner allows it', () => {
  const back = { ...context, plan: plan({ reentry: true }), log: [entry(1, 'admit')] }
  expect(evaluateScan(scanned(), back)).toMatchObject({ verdict: 'used', mayReenter: true })
})

it('ticket of another gate is sent there (39)', () => {
  expect(evaluateScan(scanned(), { ...context, gateId: 'a' })).toMatchObject({
    verdict: 'other_gate',
    home: 'B入口',
    mayOverride: true,
  })
})

it.each([
  ['cancelled', 'cancelled'],
  ['transferred', 'invalid'],
])('refuses a ticket that is %s in the plan (40, 47)', (status, verdict) => {
  const evaluated = evaluateScan(scanned(), { ...context, plan: plan({}, { status }) })
  expect(evaluated).toMatchObject({ verdict, mayOverride: false })
})

it('refuses a code that was replaced by a newer one, and accepts one newer than the plan (47)', () => {
  const listed = { ...context, plan: plan({}, { generation: 2 }) }
  expect(evaluateScan(scanned({ generation: 1 }), listed).verdict).toBe('invalid')
  expect(evaluateScan(scanned({ generation: 3 }), listed).verdict).toBe('ok')
})

it('ticket issued after the plan is admitted', () => {
  expect(evaluateScan(scanned(), { ...context, plan: plan({ tickets: [] }) }).verdict).toBe('ok')
})

it('entry hours apply, with a tolerance for clocks', () => {
  const off = (change: Partial<EntryPlan>) =>
    evaluateScan(scanned(), { ...context, plan: plan(change) }).verdict
  expect(off({ from: at(1 / 60) })).toBe('ok')
  expect(off({ from: at(2 / 60) })).toBe('off_hours')
  expect(off({ until: at(-2 / 60) })).toBe('off_hours')
})

it('every number belongs to exactly one gate', () => {
  const homes = (gates: Parameters<typeof spread>[0]) =>
    ['A 001', 'A 040', 'A 041', 'A 081', 'VIP'].map(
      (number) => homeAmong(number, spread(gates))?.id,
    )
  expect(homes([A, B, REST])).toEqual(['a', 'a', 'b', 'c', 'c'])
  expect(homes([A, B])).toEqual(['a', 'a', 'b', 'a', 'a'])
  expect(homes([])).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect([patternNumber('A 042'), patternNumber('2F-7'), patternNumber('VIP')]).toEqual([
    42,
    7,
    Number.NaN,
  ])
})

it('number without a ticket is invalid', () => {
  expect(evaluateNumber('A 999', context)).toMatchObject({ verdict: 'invalid', ticket: null })
})

const student = { id: 't1', name: '学割', color: 'orange', note: '学生証を確認します' } as const

it('tells the type of a ticket, scanned or typed, whatever the verdict', () => {
  for (const status of ['valid', 'used', 'cancelled'] as const) {
    const typed = { ...context, plan: plan({ types: [student] }, { type: 't1', status }) }
    expect(evaluateScan(scanned(), typed).type).toEqual(student)
    expect(evaluateNumber('A 042', typed).type).toEqual(student)
  }
})

it('says that a ticket is not listed whose type it cannot know', () => {
  const late = { ...context, plan: plan({ types: [student], tickets: [] }) }
  expect(evaluateScan(scanned(), late)).toMatchObject({ verdict: 'ok', type: 'unlisted' })
})

it('tells no type of a ticket without types, nor by a list of the last release', () => {
  expect(evaluateScan(scanned(), context).type).toBeNull()
  const none = { ...context, plan: plan({ types: [student] }, { type: null }) }
  expect(evaluateScan(scanned(), none).type).toBeNull()
})
