import { expect, it } from 'vitest'
import { FACES_COUNTED_MAX } from '#contract/shared/limits.ts'
import { facesLabel } from './faces-label.ts'

const people = ['澪', '春', '灯'].map((display_name) => ({
  ...{ display_name, name: display_name, icon_image_small_path: null },
}))

it.each([
  [1, '澪さんが参加します'],
  [2, '澪さん、春さんが参加します'],
  [3, '澪さん、春さんほか1人が参加します'],
  [FACES_COUNTED_MAX - 1, '澪さん、春さんほか97人が参加します'],
  [FACES_COUNTED_MAX, '澪さん、春さんほか98人以上が参加します'],
])('people who are shown are named, or counted: %i', (count, label) => {
  expect(facesLabel({ count, people: people.slice(0, count) }, '参加します')).toBe(label)
})
