import { Fragment, type Key, type ReactNode } from 'react'
import type { Sort } from '#contract/shared/sort.schema.ts'
import { useMedia, WIDE } from '#pwa/lib/useMedia.ts'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Table, type TableColumn } from '#pwa/ui/table/Table.tsx'
import { type ListQuery, LoadedItems } from './LoadedList.tsx'
import { type Order, sortsOf } from './useOrder.ts'

interface SortedListProps<T, C extends string> {
  of: ListQuery<T>
  label: string
  order: Order<T, C>
  keyOf: (item: T) => Key
  skeleton?: ReactNode
  /** Shown for an empty list. */
  empty: ReactNode
  /** A row on narrow windows. */
  children: (item: T) => ReactNode
}

/** A list that the server sorts: on wide windows a table with its columns, else rows with a choice of the order. */
export function SortedList<T, C extends string>(props: SortedListProps<T, C>) {
  const { label, order, keyOf, children, ...list } = props
  const isWide = useMedia(WIDE)
  const busy = list.of.isPlaceholderData === true
  return (
    <LoadedItems {...list}>
      {(items) =>
        isWide ? (
          <SortedTable label={label} order={order} items={items} keyOf={keyOf} busy={busy} />
        ) : (
          <div className="stack">
            <OrderChoice order={order} />
            <List carded aria-busy={busy}>
              {items.map((item) => (
                <Fragment key={keyOf(item)}>{children(item)}</Fragment>
              ))}
            </List>
          </div>
        )
      }
    </LoadedItems>
  )
}

interface SortedTableProps<T, C extends string>
  extends Pick<SortedListProps<T, C>, 'label' | 'order' | 'keyOf'> {
  items: T[]
  busy: boolean
}

function SortedTable<T, C extends string>({ order, items, ...table }: SortedTableProps<T, C>) {
  const { columns, sort, choose } = order
  const column = columns.findIndex(({ by }) => by !== undefined && isSortBy(by, sort))
  return (
    <Table
      {...table}
      columns={columns}
      rows={items}
      sorting={{ column, descending: sort.startsWith('-') }}
      onSort={({ column, descending }) => {
        const by = columns[column]?.by
        if (by !== undefined) choose(descending ? `-${by}` : by)
      }}
    />
  )
}

const isSortBy = (by: string, sort: string) => sort === by || sort === `-${by}`

const DIRECTIONS: Record<NonNullable<TableColumn<never>['sort']>, [up: string, down: string]> = {
  text: ['の順', 'の逆の順'],
  number: ['の小さい順', 'の大きい順'],
  date: ['の古い順', 'の新しい順'],
}

function OrderChoice<T, C extends string>({
  order: { columns, sort, choose },
}: Pick<SortedListProps<T, C>, 'order'>) {
  const labelOf = (one: Sort<C>) => {
    const column = columns.find(({ by }) => by !== undefined && isSortBy(by, one))
    const [up, down] = DIRECTIONS[column?.sort ?? 'text']
    return `${column?.label}${one.startsWith('-') ? down : up}`
  }
  const options = sortsOf(columns).map((value) => ({ value, label: labelOf(value) }))
  return (
    <Select label="並び順" name="sort" require options={options} value={sort} onChange={choose} />
  )
}
