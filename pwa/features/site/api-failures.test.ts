import { expect, it } from 'vitest'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { PAUSED } from '#contract/site/switch-messages.ts'
import { FAILURES, failureCount, isOurs } from './api-failures.ts'
import { incidentLabel } from './incident-label.ts'

it('counts failures of the service, but no invalid or paused requests', () => {
  expect(isOurs(new RequestError(500), true)).toBe(true)
  expect(isOurs(new Unreachable(), true)).toBe(true)
  expect(isOurs(new Unreachable(), false)).toBe(false)
  expect(isOurs(new RequestError(404), true)).toBe(false)
  expect(isOurs(new RequestError(503, PAUSED.live), true)).toBe(false)
})

it(`reports an outage after ${FAILURES} failures in a row, until the next success`, () => {
  const { note } = failureCount()
  const results = Array.from({ length: FAILURES }, () => note('failed'))
  expect(results).toEqual([...Array(FAILURES - 1).fill(false), true])
  expect(note('answered')).toBe(false)
  expect(note('failed')).toBe(false)
})

it('lists what fails and what works', () => {
  expect(incidentLabel([], false)).toBeNull()
  expect(incidentLabel(['payments'], false)).toContain('お支払い')
  expect(incidentLabel(['payments'], false)).toContain('視聴')
  expect(incidentLabel(['streams'], false)).not.toContain('視聴')
  expect(incidentLabel([], true)).toContain('つながりにくく')
})
