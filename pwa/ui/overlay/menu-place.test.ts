import { describe, expect, it } from 'vitest'
import { menuPlace } from './menu-place.ts'

const page = { top: 60, bottom: 800 }
const at = (top: number) => ({ top, bottom: top + 44 })

describe('a menu on the page', () => {
  it.each([
    ['the first row', 100, false, 648],
    ['the last row', 700, true, 632],
    ['a row with more space above', 500, true, 432],
    ['a row with more space below', 300, false, 448],
  ])('of %s has the larger side', (_, top, isUp, maxHeight) => {
    expect(menuPlace(460, at(top), { page, area: null })).toEqual({ isUp, maxHeight })
  })
})

describe('a menu in a scroll area', () => {
  const area = { top: 72, bottom: 350 }
  it.each([
    ['the first line opens below', 84, false],
    ['a line amid the area opens below, where the area can be scrolled', 200, false],
    ['the last line of many opens above', 300, true],
  ])('of %s', (_, top, isUp) => {
    expect(menuPlace(180, at(top), { page, area }).isUp).toBe(isUp)
  })

  it('is never higher than the area', () => {
    expect(menuPlace(600, at(84), { page, area }).maxHeight).toBe(270)
  })

  it('counts only the part of the area that the page shows', () => {
    expect(menuPlace(180, at(700), { page, area: { top: 500, bottom: 1_200 } }).isUp).toBe(true)
  })
})
