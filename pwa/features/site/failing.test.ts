import { expect, it } from 'vitest'
import { Refused, Unreachable } from '#contract/caller.ts'
import { PAUSED } from '#contract/switch-messages.ts'
import { FAILURES, failureCount, isOurs } from './failing.ts'
import { troubleWords } from './trouble-words.ts'

it('blames the service for what it does not answer, and not for what is asked wrongly or paused', () => {
  expect(isOurs(new Refused(500), true)).toBe(true)
  expect(isOurs(new Unreachable(), true)).toBe(true)
  expect(isOurs(new Unreachable(), false)).toBe(false)
  expect(isOurs(new Refused(404), true)).toBe(false)
  expect(isOurs(new Refused(503, PAUSED.live), true)).toBe(false)
})

it(`says so after ${FAILURES} failures in a row, and stops with the first answer`, () => {
  const { note } = failureCount()
  const said = Array.from({ length: FAILURES }, () => note('failed'))
  expect(said).toEqual([...Array(FAILURES - 1).fill(false), true])
  expect(note('answered')).toBe(false)
  expect(note('failed')).toBe(false)
})

it('names what does not work and what does', () => {
  expect(troubleWords([], false)).toBeNull()
  expect(troubleWords(['payments'], false)).toContain('お支払い')
  expect(troubleWords(['payments'], false)).toContain('視聴')
  expect(troubleWords(['streams'], false)).not.toContain('視聴')
  expect(troubleWords([], true)).toContain('つながりにくく')
})
