import { expect, it } from 'vitest'
import { LIST_MAX } from '#contract/shared/limits.ts'
import { TICKETS_COMPLETE_MS } from '#contract/tickets/limits.ts'
import type { CachedList } from './database.ts'
import { mergeList, mustFetchRest, toPages } from './lists.ts'

const page = (ids: string[], next: number | null, total = ids.length) => ({
  items: ids.map((id) => ({ id })),
  next,
  total,
})
const cached: CachedList = { at: 1_000, ids: ['a', 'b', 'c'], total: 3, wholeAt: 1_000 }

it('mergeList: replaces the cached list when the pages reach its end', () => {
  expect(mergeList(cached, [page(['b', 'd'], null)], 2_000)).toEqual({
    at: 2_000,
    ids: ['b', 'd'],
    total: 2,
    wholeAt: 2_000,
  })
})

it('mergeList: keeps the remaining ids while only the first pages were fetched', () => {
  expect(mergeList(cached, [page(['n', 'b'], 2, 4)], 2_000)).toEqual({
    at: 2_000,
    ids: ['n', 'b', 'a', 'c'],
    total: 4,
    wholeAt: 1_000,
  })
})

it.each([
  { what: 'nothing is cached', old: undefined, first: page(['a'], 1, 3), at: 1_000, on: true },
  { what: 'it was never fetched to its end', old: { ...cached, wholeAt: null }, on: true },
  { what: 'it begins otherwise', first: page(['x', 'b'], 2, 3), on: true },
  { what: 'there are more', first: page(['a', 'b'], 2, 4), on: true },
  { what: 'a day has passed', at: 1_000 + TICKETS_COMPLETE_MS, on: true },
  { what: 'a day has nearly passed', at: 999 + TICKETS_COMPLETE_MS, on: false },
])('mustFetchRest: $on where $what', ({ on, ...overrides }) => {
  const old = 'old' in overrides ? overrides.old : cached
  const first = overrides.first ?? page(['a', 'b'], 2, 3)
  expect(mustFetchRest(old, first, overrides.at ?? 1_001)).toBe(on)
})

it.each([
  { count: 0, sizes: [0] },
  { count: LIST_MAX, sizes: [LIST_MAX] },
  { count: LIST_MAX + 1, sizes: [LIST_MAX, 1] },
])('toPages: splits $count items', ({ count, sizes }) => {
  const items = Array.from({ length: count }, (_, n) => n)
  const { pages, pageParams } = toPages(items, count)
  expect(pages.map((one) => one.items.length)).toEqual(sizes)
  expect(pages.flatMap((one) => one.items)).toEqual(items)
  expect(pages.at(-1)!.next).toBeNull()
  expect(pageParams).toEqual(sizes.map((_, n) => n * LIST_MAX))
})
