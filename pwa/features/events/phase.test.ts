import { expect, it } from 'vitest'
import { phaseOf } from './phase.ts'

it.each([
  { publishment_flg: 0, archive: 0, phase: 'coming' },
  { publishment_flg: 1, archive: 0, phase: 'onAir' },
  { publishment_flg: 2, archive: 0, phase: 'after' },
  { publishment_flg: 3, archive: 0, phase: 'ended' },
  { publishment_flg: 3, archive: 1, phase: 'archive' },
  { publishment_flg: 0, archive: 0, cancelled: true, phase: 'cancelled' },
  { publishment_flg: 3, archive: 1, cancelled: true, phase: 'cancelled' },
] as const)(
  'is $phase at publishment_flg $publishment_flg with archive $archive',
  ({ phase, ...event }) => {
    expect(phaseOf({ cancelled: false, ...event })).toBe(phase)
  },
)
