import { expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { goingIn, pageOfHolder } from './attendance-link.ts'
import { cardUrl } from './share.ts'

const page = { title: '朗読会', url: 'https://room.test/community/aoi/event/1' }
const user = (publishes_attendance: boolean) => ({ name: 'haru', publishes_attendance }) as User

it.each([
  ['nobody', null, '1'],
  ['a member who does not publish it', user(false), '1'],
  ['a member who publishes it', user(true), 'haru'],
])('a shared event says that %s goes', (_, sender, going) => {
  const shared = pageOfHolder(page, sender)
  expect(shared.url).toBe(`${page.url}?going=${going}`)
  expect(goingIn(new URL(shared.url).searchParams)).toBe(going)
})

it.each(['', '2', '<script>', 'A', 'a'.repeat(99)])('going=%s says nothing', (going) => {
  expect(goingIn(new URLSearchParams({ going }))).toBeNull()
})

it('a shared page has a square card, with the same parameters', () => {
  expect(cardUrl(`${page.url}?going=haru`)).toBe(
    '/card/community/aoi/event/1.jpg?going=haru&square=1',
  )
  expect(cardUrl('https://room.test/aoi')).toBe('/card/aoi.jpg?square=1')
})
