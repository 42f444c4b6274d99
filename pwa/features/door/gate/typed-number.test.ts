import { expect, it } from 'vitest'
import { evaluateNumber } from '#contract/door/verdict.ts'
import { meantBy, prefixesToAsk } from './typed-number.ts'

const tickets = ['A 001', 'A 042', 'S 042', 'A 107', '学 012'].map((number) => ({ number }))
const plan = { tickets, prefixes: ['A', 'S', '学'] }
/** One series, or a list of the release before. */
const single = { tickets: ['A 001', 'A 042', 'A 107'].map((number) => ({ number })) }

it.each([
  ['A 042', 'A 042'],
  ['a42', 'A 042'],
  ['Ａ ０４２', 'A 042'],
  ['s042', 'S 042'],
  ['S42', 'S 042'],
  ['ｓ　４２', 'S 042'],
  ['学12', '学 012'],
])('resolves %j to %j, with several series', (typed, meant) => {
  expect(meantBy(typed, plan)).toBe(meant)
  expect(prefixesToAsk(typed, plan)).toEqual([])
})

it.each(['42', '０４２', '042', ' 107 ', '1', '999'])(
  'asks for the 記号 of %j with several series, even if the list has one ticket or none with it',
  (typed) => {
    expect(meantBy(typed, plan)).toBeNull()
    expect(prefixesToAsk(typed, plan)).toEqual(['A', 'S', '学'])
  },
)

it.each([
  ['42', 'A 042'],
  ['107', 'A 107'],
  ['１', 'A 001'],
  ['a1', 'A 001'],
])('resolves %j to %j, with one series', (typed, meant) => {
  expect(meantBy(typed, single)).toBe(meant)
  expect(prefixesToAsk(typed, single)).toEqual([])
})

it.each(['999', 'C 042', 'S', ''])('does not resolve %j', (typed) => {
  expect(meantBy(typed, plan)).toBeNull()
  expect(meantBy(typed, single)).toBeNull()
})

it('takes no digits that a list has twice, whether it tells its series or not', () => {
  expect(meantBy('42', { tickets })).toBeNull()
})

it.each([
  ['s42', 'check_holder', 'hash of S 042'],
  ['Ａ４２', 'check_holder', 'hash of A 042'],
  ['42', 'invalid', undefined],
  ['042', 'invalid', undefined],
])('at the door, %j is %s', (typed, verdict, hash) => {
  const doorPlan = {
    ...{ ticket_id: 't', from: '2026-11-20T08:00:00.000Z', until: '2026-11-20T12:00:00.000Z' },
    ...{ reentry: false, gates: [], prefixes: plan.prefixes },
    tickets: tickets.map(({ number }) => ({
      ...{ hash: `hash of ${number}`, number, status: 'valid' as const, generation: 0 },
      ...{ used_at: null, used_gate: null },
    })),
  }
  const context = { gateId: 'g', log: [], nowMs: Date.parse(doorPlan.from) }
  const result = evaluateNumber(meantBy(typed, doorPlan), { ...context, plan: doorPlan })
  expect([result.verdict, result.ticket?.hash]).toEqual([verdict, hash])
})
