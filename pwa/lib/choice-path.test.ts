import { expect, it } from 'vitest'
import { choicePath, purchasePath } from './choice-path.ts'

const EVENT = '/community/aoi/event/1'

it.each([
  [{}, EVENT],
  [{ type: 'a b' }, `${EVENT}?type=a%20b`],
  [{ code: 'HARU' }, `${EVENT}#code=HARU`],
  [{ type: 'a', seats: '2', code: 'HARU' }, `${EVENT}?type=a&seats=2#code=HARU`],
])('a path brings the choice %o, its code in the part that no server sees', (choice, path) => {
  expect(choicePath(EVENT, choice)).toBe(path)
})

it('a path opens the purchase form with the choice', () => {
  expect(purchasePath(EVENT)).toBe(`${EVENT}?buy`)
  expect(purchasePath(EVENT, { seats: '2', code: 'HARU' })).toBe(`${EVENT}?buy&seats=2#code=HARU`)
})
