// Conditions by which sellers and buyers search their orders.

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

const escaped = (text: string) => text.toLowerCase().replace(/[\\%_]/g, '\\$&')

/** Whose orders are searched: those that they sold or bought. */
interface Owner {
  as: 'seller_id' | 'buyer_id'
  id: string
}

/** Whether an order of this owner is found. `at`: the instant of the transaction. */
export const isFound = (
  { from, to, min, max, q }: RecordFilter,
  { at, owner }: { at: RawBuilder<string>; owner: Owner },
) => {
  const conditions = [
    from === undefined ? null : sql<boolean>`${at} >= ${startOf(from)}`,
    to === undefined ? null : sql<boolean>`${at} < ${startOf(addDays(to, 1))}`,
    min === undefined ? null : sql<boolean>`"order".amount >= ${min}`,
    max === undefined ? null : sql<boolean>`"order".amount <= ${max}`,
    q ? isNamed(q, owner) : null,
  ].filter((condition) => condition !== null)
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql.join<boolean>(conditions, sql` and `)
}

/**
 * Whether the other side, the addressee or the receipt has this name. Each name is compared once, not once for each order.
 * The names are scalar subqueries, as PostgreSQL takes a comparison of texts for cheap, and would compare those of
 * all users.
 */
function isNamed(q: string, { as, id }: Owner) {
  const like = (column: string, text = q) =>
    sql<boolean>`lower(${sql.ref(column)}) like ${`%${escaped(text)}%`} escape '\\'`
  const other = as === 'seller_id' ? 'buyer_id' : 'seller_id'
  const own = sql.ref(`own.${other}`)
  return sql<boolean>`(${sql.ref(`order.${other}`)} in (select ${own} from "order" as own
      where ${sql.ref(`own.${as}`)} = ${id} group by ${own}
      having (select ${like('person.display_name')} or ${like('person.name', q.replace(/^@/, ''))}
        from "user" as person where person.id = ${own}))
    or "order".id in (select addressed.order_id from receipt as addressed
      inner join "order" as own on own.id = addressed.order_id
      where ${sql.ref(`own.${as}`)} = ${id} and addressed.addressee is not null
      and ${like('addressed.addressee')})
    or "order".id in
      (select order_id from receipt as named where named.number = ${q.toUpperCase()}))`
}
