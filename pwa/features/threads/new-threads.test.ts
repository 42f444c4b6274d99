import { expect, it } from 'vitest'
import { splitByVisit } from './new-threads.ts'

const at = (id: string, created_at: string) => ({ id, created_at })
const pinned = at('pinned', '2026-11-01T00:00:00.000Z')
const latest = at('latest', '2026-11-28T10:00:00.001Z')
const same = at('same', '2026-11-28T10:00:00.000Z')
const threads = [pinned, latest, same]

it('puts threads later than the last visit first, before pinned ones', () => {
  expect(splitByVisit(threads, same.created_at)).toEqual({
    fresh: [latest],
    seen: [pinned, same],
  })
})

it('finds nothing new without a last visit', () => {
  expect(splitByVisit(threads, null)).toEqual({ fresh: [], seen: threads })
})
