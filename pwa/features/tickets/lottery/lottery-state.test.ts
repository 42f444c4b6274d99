import { expect, it } from 'vitest'
import type { LotteryApplication } from '#contract/lottery/calls.ts'
import type { LotteryPhase } from '#contract/lottery/phase.ts'
import { lotteryStateOf } from './lottery-state.ts'

const ticket = { is_owner: false, status: 'published', held: false, members_only: false } as const
const application = (state: LotteryApplication['state'], apply = true) => ({
  state,
  can: { apply },
})

it.each<[string, LotteryPhase, LotteryApplication['state'], string]>([
  ['before its time', 'planned', 'none', 'planned'],
  ['while it is open', 'open', 'none', 'open'],
  ['of which they are part', 'open', 'applied', 'applied'],
  ['that is drawn', 'closed', 'applied', 'drawing'],
  ['whose result is not there yet', 'told', 'applied', 'drawing'],
  ['that they missed', 'told', 'none', 'missed'],
  ['that they won', 'told', 'won', 'won'],
  ['whose ticket they bought', 'told', 'bought', 'held'],
  ['whose ticket they did not buy', 'told', 'lapsed', 'lapsed'],
  ['that they lost', 'told', 'lost', 'lost'],
  ['that they lost for good', 'over', 'lost', 'over'],
])('a lottery %s is that to a member', (_, phase, state, expected) => {
  const viewed = { ticket, phase, session: 'member', application: application(state) } as const
  expect(lotteryStateOf(viewed)).toBe(expected)
})

it('a lottery asks visitors to log in while it is open alone', () => {
  const visitor = { ticket, session: 'visitor', application: undefined } as const
  expect(lotteryStateOf({ ...visitor, phase: 'open' })).toBe('visitor')
  expect(lotteryStateOf({ ...visitor, phase: 'closed' })).toBe('missed')
  expect(lotteryStateOf({ ...visitor, phase: 'over' })).toBe('over')
})

it('a lottery for members asks others to join, and shows owners and holders theirs', () => {
  const viewed = {
    phase: 'open',
    session: 'member',
    application: application('none', false),
  } as const
  const members = { ...ticket, members_only: true }
  expect(lotteryStateOf({ ...viewed, ticket: members })).toBe('outside')
  expect(lotteryStateOf({ ...viewed, ticket })).toBe('missed')
  expect(lotteryStateOf({ ...viewed, ticket: { ...ticket, is_owner: true } })).toBe('owner')
  expect(lotteryStateOf({ ...viewed, ticket: { ...ticket, held: true } })).toBe('held')
  const unknown = { ...viewed, ticket, application: undefined }
  expect(lotteryStateOf(unknown)).toBe('unknown')
})
