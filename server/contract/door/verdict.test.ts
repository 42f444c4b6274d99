import { expect, it } from 'vitest'
import { figureOf } from './figure.ts'
import type { Entry } from './log.ts'
import { homeAmong, spread } from './spans.ts'
import { judge, judgeNumber, type Plan } from './verdict.ts'
import type { Proof } from './verify.ts'

const NOW = Date.parse('2026-12-24T18:40:00+09:00')
const HOUR_S = 3_600
const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString()

const A = { id: 'a', name: 'A入口', range: { from: 1, to: 40 } }
const B = { id: 'b', name: 'B入口', range: { from: 41, to: 80 } }
const REST = { id: 'c', name: 'C入口', range: null }
const ticket = { hash: 'h42', number: 'A 042', generation: 0, used_at: null, used_gate: null }
const plan = (change: Partial<Plan> = {}, row = {}): Plan => ({
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
      ...claims,
    },
    payload: new Uint8Array(),
    signature: new Uint8Array(),
    motion: null,
  },
  proof,
  hash: 'h42',
})
const entry = (seq: number, did: Entry['did'], ticket_hash = 'h42'): Entry => ({
  nonce: `n${seq}`,
  seq,
  ticket_hash,
  scanned_at: at(-0.1),
  did,
  reason: '',
})
const scene = { plan: plan(), gateId: 'b', log: [] as Entry[], nowMs: NOW }

it('lets a good code in at its own gate', () => {
  expect(judge(scanned(), scene)).toMatchObject({
    verdict: 'ok',
    ticket: { hash: 'h42', number: 'A 042' },
  })
})

it('asks staff to look at the holder of a code that anybody may show', () => {
  expect(judge(scanned({}, 'still'), scene).verdict).toBe('check_holder')
  expect(judgeNumber('A 042', scene).verdict).toBe('check_holder')
})

it.each([
  ['no code of ours', null],
  ['a forged one', scanned({}, 'forged')],
  ['a copy of one that moves', scanned({}, 'stale')],
])('41: refuses %s', (_, code) => {
  expect(judge(code, scene)).toMatchObject({ verdict: 'invalid', mayOverride: false })
})

it('44: knows a ticket for something else', () => {
  expect(judge(scanned({ ticketId: 'other' }), scene).verdict).toBe('other_event')
})

it('39: refuses at the same gate what it has admitted, also without a network', () => {
  const log = [entry(1, 'admit')]
  expect(judge(scanned(), { ...scene, log })).toMatchObject({
    verdict: 'used',
    used: { at: at(-0.1), gate: 'B入口' },
    mayOverride: true,
    mayReenter: false,
  })
  const undone = [...log, entry(2, 'undo')]
  expect(judge(scanned(), { ...scene, log: undone }).verdict).toBe('ok')
})

it('takes back what the list says of this gate, where it was undone here', () => {
  const used = { status: 'used', used_at: at(-0.1), used_gate: 'b' }
  const log = [entry(1, 'admit'), entry(2, 'undo')]
  expect(judge(scanned(), { ...scene, plan: plan({}, used), log }).verdict).toBe('ok')
  const elsewhere = { ...used, used_gate: 'a' }
  expect(judge(scanned(), { ...scene, plan: plan({}, elsewhere), log })).toMatchObject({
    verdict: 'used',
    used: { at: at(-0.1), gate: 'A入口' },
  })
})

it('lets back in where the owner allows it', () => {
  const back = { ...scene, plan: plan({ reentry: true }), log: [entry(1, 'admit')] }
  expect(judge(scanned(), back)).toMatchObject({ verdict: 'used', mayReenter: true })
})

it('39: sends a ticket to its own gate', () => {
  expect(judge(scanned(), { ...scene, gateId: 'a' })).toMatchObject({
    verdict: 'other_gate',
    home: 'B入口',
    mayOverride: true,
  })
})

it.each([
  ['cancelled', 'cancelled'],
  ['transferred', 'invalid'],
])('40, 47: refuses what the list calls %s', (status, verdict) => {
  const judged = judge(scanned(), { ...scene, plan: plan({}, { status }) })
  expect(judged).toMatchObject({ verdict, mayOverride: false })
})

it('47: refuses the code that a newer one has replaced, and knows one newer than the list', () => {
  const listed = { ...scene, plan: plan({}, { generation: 2 }) }
  expect(judge(scanned({ generation: 1 }), listed).verdict).toBe('invalid')
  expect(judge(scanned({ generation: 3 }), listed).verdict).toBe('ok')
})

it('admits what was issued after the list was made', () => {
  expect(judge(scanned(), { ...scene, plan: plan({ tickets: [] }) }).verdict).toBe('ok')
})

it('keeps to the hours, with room for clocks that differ', () => {
  const off = (change: Partial<Plan>) => judge(scanned(), { ...scene, plan: plan(change) }).verdict
  expect(off({ from: at(1 / 60) })).toBe('ok')
  expect(off({ from: at(2 / 60) })).toBe('off_hours')
  expect(off({ until: at(-2 / 60) })).toBe('off_hours')
})

it('has exactly one home for each number', () => {
  const homes = (gates: Parameters<typeof spread>[0]) =>
    ['A 001', 'A 040', 'A 041', 'A 081', 'VIP'].map(
      (number) => homeAmong(number, spread(gates))?.id,
    )
  expect(homes([A, B, REST])).toEqual(['a', 'a', 'b', 'c', 'c'])
  expect(homes([A, B])).toEqual(['a', 'a', 'b', 'a', 'a'])
  expect(homes([])).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect([figureOf('A 042'), figureOf('2F-7'), figureOf('VIP')]).toEqual([42, 7, Number.NaN])
})

it('says of a number that nobody has that it is none', () => {
  expect(judgeNumber('A 999', scene)).toMatchObject({ verdict: 'invalid', ticket: null })
})
