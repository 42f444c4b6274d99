import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/** Current labels by kind of target. */
const kinds: Record<string, (db: Db, ids: string[]) => Promise<{ id: string; label: string }[]>> = {
  user: (db, ids) =>
    db.selectFrom('user').select(['id', 'name as label']).where('id', 'in', ids).execute(),
  room: (db, ids) =>
    db.selectFrom('room').select(['id', 'title as label']).where('id', 'in', ids).execute(),
  event: (db, ids) =>
    db.selectFrom('event').select(['id', 'title as label']).where('id', 'in', ids).execute(),
  fee: (db, ids) =>
    db
      .selectFrom('platform_fee')
      .select(['id', sql<string>`percent || '%'`.as('label')])
      .where('id', 'in', ids)
      .execute(),
  news: (db, ids) =>
    db.selectFrom('news').select(['id', 'title as label']).where('id', 'in', ids).execute(),
}

const kindOf = (target: string) => {
  const [kind = target] = target.split(':', 1)
  return kind
}

/** Labels by target; deleted or unnamed ones are omitted. */
export async function labelsOf(db: Db, targets: string[]): Promise<Map<string, string>> {
  const byKind = Map.groupBy(new Set(targets), kindOf)
  const labels = new Map<string, string>()
  for (const [kind, those] of byKind) {
    const ids = those.map((target) => target.slice(kind.length + 1))
    const rows = (await kinds[kind]?.(db, ids)) ?? []
    for (const { id, label } of rows) labels.set(`${kind}:${id}`, label)
  }
  return labels
}
