// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { clearFormDrafts } from './forms/form-drafts.ts'
import { purchaseIntent } from './purchase-intent.ts'

const EVENT = '/community/aoi/event/1'
beforeEach(() => {
  sessionStorage.clear()
  purchaseIntent.set(EVENT)
})

it('a purchase intent is of its own page only, until it is cleared', () => {
  expect(purchaseIntent.isOf(EVENT)).toBe(true)
  expect(purchaseIntent.isOf('/community/aoi/event/2')).toBe(false)
  purchaseIntent.clear()
  expect(purchaseIntent.isOf(EVENT)).toBe(false)
})

it('a purchase intent ends with the session, so that the next person’s form stays closed', () => {
  clearFormDrafts()
  expect(purchaseIntent.isOf(EVENT)).toBe(false)
})
