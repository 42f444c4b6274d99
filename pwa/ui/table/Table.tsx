import { type Key, memo, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import type { Sorting } from './sort-rows.ts'
import css from './Table.module.css'

export interface TableColumn<T> {
  label: string
  /** What its rows are sorted by; without it the column is not sortable. */
  sort?: 'text' | 'number' | 'date' | undefined
  /** Numbers stand at the right. */
  number?: boolean
  /** Long texts take several lines. */
  wrap?: boolean
  cell: (row: T) => ReactNode
}

interface TableProps<T> {
  label: string
  /** The first one names the row. */
  columns: TableColumn<T>[]
  rows: T[]
  keyOf: (row: T) => Key
  sorting: Sorting | null
  onSort: (sorting: Sorting) => void
  /** The rows are still those of the order before. */
  busy?: boolean
}

/** Rows under heads that stay in view; each head sorts by its column. */
export function Table<T>({ label, columns, rows, keyOf, sorting, onSort, busy }: TableProps<T>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
    <section className={css.scroll} aria-label={label} tabIndex={0} aria-busy={busy}>
      <table className={css.table}>
        <caption className="sr">{label}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <Head
                key={column.label}
                column={column}
                sorting={sorting?.column === index ? sorting : null}
                onSort={(descending) => onSort({ column: index, descending })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={keyOf(row)} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface RowProps<T> {
  row: T
  columns: TableColumn<T>[]
}

const TableRow = <T,>({ row, columns }: RowProps<T>) => (
  <tr>
    {columns.map(({ label, number, wrap, cell }, index) =>
      index === 0 ? (
        <th key={label} scope="row">
          {cell(row)}
        </th>
      ) : (
        <td key={label} className={cx(number && css.number, wrap && css.wrap)}>
          {cell(row)}
        </td>
      ),
    )}
  </tr>
)
// A press of a head or of もっと見る does not draw the rows again that stay: there may be thousands.
const Row = memo(TableRow) as typeof TableRow

interface HeadProps<T> {
  column: TableColumn<T>
  sorting: Sorting | null
  onSort: (descending: boolean) => void
}

function Head<T>({ column: { label, sort, number = false }, sorting, onSort }: HeadProps<T>) {
  if (!sort)
    return (
      <th scope="col" className={cx(number && css.number)}>
        {label}
      </th>
    )
  // The largest number first, the latest day, and the first letter.
  const next = sorting ? !sorting.descending : sort !== 'text'
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
