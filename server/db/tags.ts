import { sql } from 'kysely'
import { splitTags, tagKey, tagsIn } from '#contract/shared/tags.ts'
import type { Db, Tx } from './schema.ts'
import type { SearchCondition } from './search.ts'

type Tagged = 'room' | 'event'

const tableOf = (kind: Tagged) => sql.table(`${kind}_tag`)
const idOf = (kind: Tagged) => sql.ref(`${kind}_id`)

/** Replaces the tags by which a room or an event is found. */
export async function putTags(tx: Tx, kind: Tagged, id: string, tags: string) {
  await sql`delete from ${tableOf(kind)} where ${idOf(kind)} = ${id}`.execute(tx)
  for (const key of splitTags(tags).map(tagKey).sort())
    await sql`insert into ${tableOf(kind)} (tag, ${idOf(kind)}) values (${key}, ${id})`.execute(tx)
}

/** Rows with a tag: looking up and sorting so many takes as long as walking to a page of them. */
const COMMON = 1_000

/**
 * A condition for a page of a list in the order of an index: the rows that have this tag. Those of a rare tag are looked
 * up and sorted; for a common one the list is walked in its order, as in a search.
 */
export async function taggedWith(db: Db, kind: Tagged, typed: string): Promise<SearchCondition> {
  const key = tagKey(tagsIn(typed)[0] ?? typed)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from ${tableOf(kind)} where tag = ${key} limit ${COMMON}
    ) as counted`.execute(db)
  const isCommon = Number(rows[0]?.n) >= COMMON
  return (column) =>
    isCommon
      ? sql`exists (
          select 1 from ${tableOf(kind)} where tag = ${key} and ${idOf(kind)} = ${sql.ref(column)})`
      : sql`${sql.ref(column)} in (select ${idOf(kind)} from ${tableOf(kind)} where tag = ${key})`
}
