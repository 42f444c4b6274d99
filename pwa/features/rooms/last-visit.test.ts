import { beforeEach, expect, it } from 'vitest'
import { forgetVisits, sinceOf, visit } from './last-visit.ts'

const BEFORE = '2026-11-20T03:00:00.000Z'
const NOW = '2026-11-28T03:00:00.000Z'
const MINUTE = 60_000

beforeEach(forgetVisits)

it('keeps what was new at a visit’s start, while the server knows of the visit already', () => {
  visit('aoi', BEFORE, 0)
  expect(sinceOf('aoi', NOW, 29 * MINUTE)).toBe(BEFORE)
  expect(sinceOf('mio', NOW, 0)).toBe(NOW)
})

it('ends a visit half an hour after the room was last opened', () => {
  visit('aoi', BEFORE, 0)
  visit('aoi', NOW, 20 * MINUTE)
  expect(sinceOf('aoi', NOW, 49 * MINUTE)).toBe(BEFORE)
  expect(sinceOf('aoi', NOW, 50 * MINUTE)).toBe(NOW)
})
