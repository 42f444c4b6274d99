import { useSearchParams } from 'react-router-dom'
import type { Sort } from '#contract/shared/sort.schema.ts'
import { sheetState } from '#pwa/ui/overlay/back-closes.ts'
import type { TableColumn } from '#pwa/ui/table/Table.tsx'

export interface SortedColumn<T, C extends string> extends TableColumn<T> {
  /** What the server calls it, if the list can be sorted by it. */
  by?: C
}

export interface Order<T, C extends string> {
  columns: SortedColumn<T, C>[]
  sort: Sort<C>
  choose: (sort: Sort<C>) => void
  /** For the call of the list; the first order is that of a list that names none. */
  query: { sort?: Sort<C> }
}

/** Both directions of each column, the usual one first. */
export const sortsOf = <T, C extends string>(columns: readonly SortedColumn<T, C>[]): Sort<C>[] =>
  columns.flatMap(({ by, sort }): Sort<C>[] => {
    if (by === undefined) return []
    return sort === 'text' ? [by, `-${by}`] : [`-${by}`, by]
  })

/** The order of a list. It is in the URL, so that a reload and going back restore it. */
export function useOrder<T, C extends string>(
  columns: SortedColumn<T, C>[],
  initial: Sort<C>,
): Order<T, C> {
  const [params, setParams] = useSearchParams()
  const inUrl = params.get('sort')
  const sort = sortsOf(columns).find((one) => one === inUrl) ?? initial
  const choose = (chosen: Sort<C>) => {
    const next = new URLSearchParams(params)
    if (chosen === initial) next.delete('sort')
    else next.set('sort', chosen)
    setParams(next, { replace: true, state: sheetState() })
  }
  return { columns, sort, choose, query: sort === initial ? {} : { sort } }
}
