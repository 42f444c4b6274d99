import type { Tx } from '#server/db/schema.ts'

export const findStart = async (tx: Tx, eventId: string) =>
  (
    await tx
      .selectFrom('event')
      .select('start_at')
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow()
  ).start_at

/** Days the owner keeps the archive; 0 for none. */
export const findArchiveDays = async (tx: Tx, eventId: string) =>
  (
    await tx
      .selectFrom('event')
      .select('archive_days')
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow()
  ).archive_days
