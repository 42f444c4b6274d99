/** One page of a list: at most `limit` rows after the first `offset`. */
export interface PageWindow {
  limit: number
  offset: number
}

/**
 * Reads a long list in pages that each continue after the last row of the one before, so that rows which appear or leave
 * meanwhile move no other. `keyOf` is the column by which `list` sorts. Yields no empty page.
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
    after = keyOf(last)
  }
}
