import { type Key, useDeferredValue, useMemo, useState } from 'react'
import { type Sorting, sortRows } from './sort-rows.ts'
import { Table, type TableColumn } from './Table.tsx'

export interface Column<T> extends Omit<TableColumn<T>, 'sort'> {
  /** What rows are sorted by; null stands last. Without it the column is not sortable. */
  by?: (row: T) => string | number | null
}

interface DataTableProps<T> {
  label: string
  /** The first one names the row. */
  columns: Column<T>[]
  rows: T[]
  keyOf: (row: T) => Key
  /** The order before a head is pressed; default: as given. */
  initial?: Sorting
}

/** Rows to compare, all of which are here: each head sorts by its column. */
export function DataTable<T>({ label, columns, rows, keyOf, initial }: DataTableProps<T>) {
  const [sorting, setSorting] = useState<Sorting | null>(initial ?? null)
  // The head answers a press at once, and the rows follow.
  const followed = useDeferredValue(sorting)
  const sorted = useMemo(() => {
    const by = followed && columns[followed.column]?.by
    return by ? sortRows(rows, by, followed.descending) : rows
  }, [rows, columns, followed])
  const shown = useMemo(
    () =>
      columns.map(({ by, ...column }) => ({
        ...column,
        sort: by && (column.number ? ('number' as const) : ('text' as const)),
      })),
    [columns],
  )
  return (
    <Table
      label={label}
      columns={shown}
      rows={sorted}
      keyOf={keyOf}
      sorting={sorting}
      onSort={setSorting}
    />
  )
}
