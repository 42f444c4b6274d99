import { expect, it } from 'vitest'
import { NOTHING_KEPT } from '#contract/lottery/kept-draw.ts'
import { worthKeeping } from './useKeptDraw.ts'

const draw = { commitment: 'c', list_hash: null, told: false }
const frozen = { ...draw, list_hash: 'h' }
const application = { public_id: 'id', contribution: 'x' }
const own = { id: 'id', contribution: 'x' }

it('the commitment and the application are worth keeping until the list is frozen', () => {
  expect(worthKeeping('open', draw, application)).toEqual({ ...NOTHING_KEPT, commitment: 'c', own })
  expect(worthKeeping('open', draw, undefined)).toEqual({ ...NOTHING_KEPT, commitment: 'c' })
  // An owner may still set it anew.
  expect(worthKeeping('planned', draw, undefined)).toBeNull()
  expect(worthKeeping('open', frozen, application)).toBeNull()
  expect(worthKeeping('closed', draw, application)).toBeNull()
})

it('the list is worth keeping between its close and the results', () => {
  expect(worthKeeping('closed', frozen, application)).toEqual({ ...NOTHING_KEPT, listHash: 'h' })
  const told = { ...frozen, told: true }
  for (const phase of ['closed', 'told', 'over'] as const)
    expect(worthKeeping(phase, told, application)).toBeNull()
})
