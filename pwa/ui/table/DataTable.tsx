import { type Key, type ReactNode, useState } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import css from './DataTable.module.css'
import { type Sorting, sortRows } from './sort-rows.ts'

export interface Column<T> {
  label: string
  /** What rows are sorted by; null stands last. Without it the column is not sortable. */
  by?: (row: T) => string | number | null
  /** Numbers stand at the right. */
  number?: boolean
  cell: (row: T) => ReactNode
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

/** Rows to compare: each head sorts by its column, and stays in view. */
export function DataTable<T>({ label, columns, rows, keyOf, initial }: DataTableProps<T>) {
  const [sorting, setSorting] = useState<Sorting | null>(initial ?? null)
  const by = sorting && columns[sorting.column]?.by
  const shown = by ? sortRows(rows, by, sorting.descending) : rows
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
    <section className={css.scroll} aria-label={label} tabIndex={0}>
      <table className={css.table}>
        <caption className="sr">{label}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <Head
                key={column.label}
                column={column}
                sorting={sorting?.column === index ? sorting : null}
                onSort={(descending) => setSorting({ column: index, descending })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ label: name, number = false, cell }, index) =>
                index === 0 ? (
                  <th key={name} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={name} className={cx(number && css.number)}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface HeadProps<T> {
  column: Column<T>
  sorting: Sorting | null
  onSort: (descending: boolean) => void
}

function Head<T>({ column: { label, by, number = false }, sorting, onSort }: HeadProps<T>) {
  if (!by)
    return (
      <th scope="col" className={cx(number && css.number)}>
        {label}
      </th>
    )
  // The largest number first, and the first letter.
  const next = sorting ? !sorting.descending : number
  const state = sorting ? (sorting.descending ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" className={cx(number && css.number)} aria-sort={state}>
      <button type="button" className={css.sort} onClick={() => onSort(next)}>
        {label}
        <Icon name={sorting ? (sorting.descending ? 'down' : 'up') : 'sort'} size="xs" />
      </button>
    </th>
  )
}
