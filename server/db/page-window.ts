import { giveWay } from './give-way.ts'

/** One page of a list: at most `limit` rows after the first `offset`. */
export interface PageWindow {
  limit: number
  offset: number
}

/**
 * Reads a long list in pages that each continue after the last row of the one before, so that rows which appear or leave
 * meanwhile move no other. `keyOf` is the column by which `list` sorts. Yields no empty page, and lets requests be answered
 * between two pages.
 */
export async function* pagesOf<R>(
  limit: number,
  list: (after: string, limit: number) => Promise<R[]>,
  keyOf: (row: R) => string,
): AsyncGenerator<R[]> {
  for (let after = ''; ; ) {
    const rows = await list(after, limit)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < limit) return
    await giveWay()
    after = keyOf(last)
  }
}

/**
 * Acts on each row of all pages. One that fails does not keep the others waiting: the first failure is thrown at the end,
 * so that the caller's work is repeated.
 */
export async function forEachRow<R>(
  pages: AsyncIterable<R[]>,
  act: (row: R) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for await (const rows of pages)
    for (const row of rows) await act(row).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
