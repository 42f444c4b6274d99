import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { forEachRow, pagesOf } from './page-window.ts'

const list = async (after: string, limit: number) =>
  ['a', 'b', 'c', 'd', 'e'].filter((id) => id > after).slice(0, limit)

it('pagesOf lets requests be answered between two pages', async () => {
  const all = Array.from({ length: 100 }, (_, n) => String(n).padStart(3, '0'))
  const after = async (last: string, limit: number) => all.filter((id) => id > last).slice(0, limit)
  let read = 0
  const readAll = async () => {
    for await (const page of pagesOf(1, after, (id) => id)) read += page.length
  }
  const reading = readAll()
  await setImmediate()
  expect(read).toBeLessThan(all.length)
  await reading
  expect(read).toBe(all.length)
})

it('pagesOf yields every row once, in pages of at most the limit', async () => {
  const pages: string[][] = []
  for await (const page of pagesOf(2, list, (id) => id)) pages.push(page)
  expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

it('forEachRow acts on the rows after one that fails, and throws its error at the end', async () => {
  const done: string[] = []
  const act = async (id: string) => {
    if (id === 'b' || id === 'd') throw new Error(id)
    done.push(id)
  }
  await expect(
    forEachRow(
      pagesOf(2, list, (id) => id),
      act,
    ),
  ).rejects.toThrow('b')
  expect(done).toEqual(['a', 'c', 'e'])
})
