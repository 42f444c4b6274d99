import { expect, it } from 'vitest'
import { ATTENDEES_COUNTED_MAX } from '#contract/events/limits.ts'
import { attendeesLabel } from './attendees-label.ts'

const people = ['澪', '春', '灯'].map((display_name) => ({ display_name }))

it.each([
  [1, '澪さんが参加します'],
  [2, '澪さん、春さんが参加します'],
  [3, '澪さん、春さんほか1人が参加します'],
  [ATTENDEES_COUNTED_MAX - 1, '澪さん、春さんほか97人が参加します'],
  [ATTENDEES_COUNTED_MAX, '澪さん、春さんほか98人以上が参加します'],
])('attendees are named, or counted: %i', (count, label) => {
  expect(attendeesLabel({ count, people: people.slice(0, count) })).toBe(label)
})
