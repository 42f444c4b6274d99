import { expect, it } from 'vitest'
import { forEachRow, pagesOf } from './page-window.ts'

const list = async (after: string, limit: number) =>
  ['a', 'b', 'c', 'd', 'e'].filter((id) => id > after).slice(0, limit)

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
