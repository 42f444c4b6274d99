import { expect, it } from 'vitest'
import { takenLabel } from './taken-label.ts'

const room = { title: '夜ふかし喫茶室' }
const COMPANION = '同行者の分は、チケットからリンクで送れます。'

it.each([
  [null, 1, 'チケットボックスに入っています。'],
  [room, 1, '「夜ふかし喫茶室」にも参加しました。'],
  [null, 2, `2枚のチケットがチケットボックスに入っています。${COMPANION}`],
  [
    room,
    3,
    `「夜ふかし喫茶室」にも参加しました。3枚のチケットがチケットボックスに入っています。${COMPANION}`,
  ],
])('the page after a purchase says what was taken (%j, %i seats)', (joined, seats, label) => {
  expect(takenLabel(joined, seats)).toBe(label)
})
