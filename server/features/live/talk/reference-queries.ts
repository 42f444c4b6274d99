import type { Db } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

export const talkWithMember = (db: Db, eventId: string) =>
  db
    .selectFrom('talk')
    .innerJoin('user', 'user.id', 'talk.user_id')
    .select(['talk.seq', 'talk.message', 'talk.created_at', 'talk.deletes', 'talk.user_id'])
    .select(['talk.client_id', 'talk.reply_to', 'talk.question', 'talk.answered_at'])
    .select(['talk.about', 'talk.mark', 'talk.stamp_id'])
    .select(memberColumns)
    .where('talk.event_id', '=', eventId)

export type PlainRow = Awaited<ReturnType<ReturnType<typeof talkWithMember>['execute']>>[number]
/** A row with what it refers to, unless the mark's target. */
interface NamedRow extends PlainRow {
  /** Name of the person whose line this one replies to, unless that line is deleted. */
  replied: string | null
  /** Path of the stamp's picture, unless that was removed. */
  stamp_path: string | null
}
export interface TalkRow extends NamedRow {
  /** The line that a mark is about, as it is now; null if it is deleted. */
  target: NamedRow | null
}

async function linesAt(db: Db, eventId: string, seqs: (number | null)[]) {
  const known = [...new Set(seqs.filter((seq) => seq !== null))]
  if (known.length === 0) return new Map<number, PlainRow>()
  const rows = await talkWithMember(db, eventId)
    .where('talk.deleted', '=', 0)
    .where('talk.deletes', 'is', null)
    .where('talk.seq', 'in', known)
    .execute()
  return new Map(rows.map((row) => [row.seq, row]))
}

/** Paths of the stamps' pictures, by id, without removed ones. */
async function stampPaths(db: Db, rows: PlainRow[]) {
  const ids = [...new Set(rows.flatMap(({ stamp_id }) => stamp_id ?? []))]
  if (ids.length === 0) return new Map<string, string>()
  const found = await db
    .selectFrom('stamp')
    .select(['id', 'image_path'])
    .where('id', 'in', ids)
    .execute()
  return new Map(found.map(({ id, image_path }) => [id, image_path]))
}

async function withNames(db: Db, eventId: string, rows: PlainRow[]): Promise<NamedRow[]> {
  const lines = await linesAt(
    db,
    eventId,
    rows.map(({ reply_to }) => reply_to),
  )
  const paths = await stampPaths(db, rows)
  return rows.map((row) => ({
    ...row,
    replied: lines.get(row.reply_to ?? 0)?.display_name ?? null,
    stamp_path: paths.get(row.stamp_id ?? '') ?? null,
  }))
}

/** Adds what rows refer to, in queries of their own: few rows refer to anything. */
export async function withReferences(
  db: Db,
  eventId: string,
  rows: PlainRow[],
): Promise<TalkRow[]> {
  const about = await linesAt(
    db,
    eventId,
    rows.map((row) => row.about),
  )
  const targets = new Map(
    (await withNames(db, eventId, [...about.values()])).map((row) => [row.seq, row]),
  )
  const named = await withNames(db, eventId, rows)
  return named.map((row) => ({ ...row, target: targets.get(row.about ?? 0) ?? null }))
}
