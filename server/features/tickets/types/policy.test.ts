import { expect, it } from 'vitest'
import { refusedType, remainingOf } from './policy.ts'

const type = { member_months: null, per_person: null }
const NOW = '2026-03-30T15:00:00.000Z'

it.each([
  ['everybody', type, { memberSince: null, had: 9 }, null],
  [
    'a person who is no member',
    { ...type, member_months: 0 },
    { memberSince: null, had: 0 },
    'members',
  ],
  ['a member', { ...type, member_months: 0 }, { memberSince: NOW, had: 0 }, null],
  // Joined on the 31st of January in Japan: a month later is the 28th of February.
  [
    'a member for a month',
    { ...type, member_months: 2 },
    { memberSince: '2026-01-31T14:59:59.000Z', had: 0 },
    null,
  ],
  [
    'a member for less',
    { ...type, member_months: 2 },
    { memberSince: '2026-01-31T15:00:00.000Z', had: 0 },
    'months',
  ],
  [
    'who has one less than the limit',
    { ...type, per_person: 2 },
    { memberSince: null, had: 1 },
    null,
  ],
  [
    'who has as many as the limit',
    { ...type, per_person: 2 },
    { memberSince: null, had: 2 },
    'limit',
  ],
] as const)('a type is for %s', (_, conditions, buyer, refused) => {
  expect(refusedType(conditions, buyer, NOW)).toBe(refused)
})

it.each([
  [null, 0, 3],
  [10, 4, 3],
  [2, 1, 1],
  [2, 2, 0],
] as const)(
  'of %s places with %d taken, %d remain beside three of the ticket',
  (capacity, taken, left) => {
    expect(remainingOf({ capacity, taken }, { capacity: 10, taken: 7 })).toBe(left)
  },
)
