import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Sort } from '#contract/shared/sort.schema.ts'
import type { PageWindow } from './page-window.ts'

/** The place of a row in a sorted list: what it is sorted by, and its id, which sorts those that are equal in this. */
type Place = [key: string | number, id: string]

/** The place of a row, as `inOrder` selects it. */
export interface Placed {
  place_key: string | number
  place_id: string
}

/** What a list can be sorted by; none of it is ever null. */
type Orders<C extends string> = Record<C, RawBuilder<string> | RawBuilder<number>>

/** A page as a request asks for it: in an order, or after a row, whose place names the order. */
export interface SortedPaging<C extends string> extends PageWindow {
  sort?: Sort<C> | undefined
  after?: [Sort<C>, ...Place] | undefined
}

export interface SortedWindow<C extends string> extends PageWindow {
  sort: Sort<C>
  /** Only rows after this place; then there is no offset. */
  after: Place | undefined
}

const rowPlace = ({ place_key, place_id }: Placed): Place => [place_key, place_id]

/** A page of a list in its order, and the place from which the next one goes on. */
export async function sortedPage<C extends string, R extends Placed>(
  initial: Sort<C>,
  { sort = initial, after, limit, offset }: SortedPaging<C>,
  list: (window: SortedWindow<C>) => Promise<R[]>,
): Promise<{ items: R[]; more: boolean; after?: [Sort<C>, ...Place] }> {
  const [order, ...place] = after ?? [sort]
  const from = place.length === 2 ? place : undefined
  // One more row tells whether there is a next page.
  const rows = await list({ sort: order, after: from, limit: limit + 1, offset })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, more: rows.length > limit, ...(last && { after: [order, ...rowPlace(last)] }) }
}

const BATCH_SIZE = 500

/** All rows of a list in an order; a row that comes or goes meanwhile moves no other. */
export async function* everyRow<C extends string, R extends Placed>(
  sort: Sort<C>,
  list: (window: SortedWindow<C>) => Promise<R[]>,
): AsyncGenerator<R> {
  for (let after: Place | undefined; ; ) {
    const rows = await list({ sort, after, limit: BATCH_SIZE, offset: 0 })
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH_SIZE) return
    after = rowPlace(last)
  }
}

/** A page of a query in an order, continued after a row instead of after a number of rows, so that none is shown twice. */
export function inOrder<C extends string>(
  orders: Orders<C>,
  id: string,
  { sort, after, limit, offset }: SortedWindow<C>,
) {
  const descending = sort.startsWith('-')
  const direction = descending ? 'desc' : 'asc'
  // The contract names each column with and without the sign.
  const key: RawBuilder<string | number> = orders[sort.replace(/^-/, '') as C]
  const rowId = sql.ref<string>(id)
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
    query
      .select([key.as('place_key'), rowId.as('place_id')])
      .$if(after !== undefined, (q) =>
        q.where(
          sql<boolean>`(${key}, ${rowId}) ${sql.raw(descending ? '<' : '>')} (${sql.join(after ?? [])})`,
        ),
      )
      .orderBy(key, direction)
      .orderBy(rowId, direction)
      .limit(limit)
      .offset(after ? 0 : offset)
}
