import { hasRow } from '#server/db/has-row.ts'
import type { NgWord } from '#server/db/schema/community.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** All banned words, newest first. */
export const listBannedWords = (db: Db) =>
  db
    .selectFrom('ng_word')
    .select(['id', 'word', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** False if an equivalent word exists. */
export const insertWord = (tx: Tx, word: NgWord): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('ng_word')
      .values(word)
      .onConflict((on) => on.column('folded').doNothing())
      .returning('id'),
  )

export const deleteWord = (tx: Tx, id: string) =>
  tx.deleteFrom('ng_word').where('id', '=', id).returning('word').executeTakeFirst()
