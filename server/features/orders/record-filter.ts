// Conditions by which books are searched: by day, sum and person (電子帳簿保存法).

import { type RawBuilder, sql } from 'kysely'
import { addDays, startOf } from '#contract/lib/days.ts'

/** Days in Japan, both included; yen; `q`: receipt number, or a part of a name. */
export interface RecordFilter {
  from?: string | undefined
  to?: string | undefined
  min?: number | undefined
  max?: number | undefined
  q?: string | undefined
}

/** What the filters mean in a list. */
interface Searched {
  /** The instant of the transaction. */
  at: RawBuilder<string>
  /** Yen. */
  sum: RawBuilder<number>
  /** Whether a row has this name or number. */
  named: (q: string) => RawBuilder<boolean>
}

/** Whether a row of a list is found. */
export const isFound = ({ from, to, min, max, q }: RecordFilter, { at, sum, named }: Searched) => {
  const conditions = [
    from === undefined ? null : sql<boolean>`${at} >= ${startOf(from)}`,
    to === undefined ? null : sql<boolean>`${at} < ${startOf(addDays(to, 1))}`,
    min === undefined ? null : sql<boolean>`${sum} >= ${min}`,
    max === undefined ? null : sql<boolean>`${sum} <= ${max}`,
    q ? named(q) : null,
  ].filter((condition) => condition !== null)
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql.join<boolean>(conditions, sql` and `)
}

/** Whose orders are searched: those that they sold or bought. */
export interface Owner {
  as: 'seller_id' | 'buyer_id'
  id: string
}

/** Whether a column has this part, in any case. */
export const includes = (column: string, part: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like ${`%${escaped(part)}%`} escape '\\'`

const escaped = (text: string) => text.toLowerCase().replace(/[\\%_]/g, '\\$&')

/** A user name without its @. */
export const handleIn = (q: string) => q.replace(/^@/, '')

/** Whether an order has a receipt of this number. */
export const hasReceipt = (q: string) =>
  sql<boolean>`"order".id in
    (select order_id from receipt as numbered where numbered.number = ${q.toUpperCase()})`

/**
 * Whether the other side, the addressee or a receipt of an owner's order has this name. Each name is compared once, not
 * once for each order. The names are scalar subqueries, as PostgreSQL takes a comparison of texts for cheap, and would
 * compare those of all users.
 */
export const isNamed = ({ as, id }: Owner, q: string) => {
  const other = as === 'seller_id' ? 'buyer_id' : 'seller_id'
  const own = sql.ref(`own.${other}`)
  return sql<boolean>`(${sql.ref(`order.${other}`)} in (select ${own} from "order" as own
      where ${sql.ref(`own.${as}`)} = ${id} group by ${own}
      having (select ${includes('person.display_name', q)} or ${includes('person.name', handleIn(q))}
        from "user" as person where person.id = ${own}))
    or "order".id in (select addressed.order_id from receipt as addressed
      inner join "order" as own on own.id = addressed.order_id
      where ${sql.ref(`own.${as}`)} = ${id} and addressed.addressee is not null
      and ${includes('addressed.addressee', q)})
    or ${hasReceipt(q)})`
}
