// Service-wide banned words. A change is published to all processes.

import { lengthOf } from '#contract/lib/text.ts'
import { BANNED_WORDS_MAX } from '#contract/operator/limits.ts'
import { WORD_KNOWN, WORD_TOO_SHORT, wordsFull } from '#contract/operator/messages.ts'
import { lockSequence } from '#server/db/counter.ts'
import { transact } from '#server/db/transact.ts'
import { plain } from '#server/features/words/ng.ts'
import { invalid, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { WORDS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { record } from '../audit.ts'
import * as query from './queries.ts'

/** Minimum length: a single letter would match too much. */
const MIN_CHARS = 2

const notify = (deps: Deps) => deps.bus.publish(WORDS_CHANGED, '')

export const list = (deps: Deps) => query.listBannedWords(deps.db)

export async function add(deps: Deps, viewer: Viewer, word: string, reason: string) {
  const folded = plain(word)
  if (lengthOf(folded) < MIN_CHARS) throw invalid({ word: [WORD_TOO_SHORT] })
  const row = { id: deps.newId(), word, created_at: isoNow(deps) }
  await transact(deps.db, async (tx) => {
    await lockSequence(tx, 'ng_word') // serialized, for the limit on their number
    if ((await query.listBannedWords(tx)).length >= BANNED_WORDS_MAX)
      throw invalid({ word: [wordsFull(BANNED_WORDS_MAX)] })
    if (!(await query.insertWord(tx, { ...row, folded }))) throw invalid({ word: [WORD_KNOWN] })
    await record(tx, deps, viewer, {
      action: 'word.add',
      target: `word:${row.id}`,
      before: {},
      after: { word, reason },
    })
  })
  await notify(deps)
  return row
}

export async function remove(deps: Deps, viewer: Viewer, id: string, reason: string) {
  await transact(deps.db, async (tx) => {
    const deleted = orNotFound(await query.deleteWord(tx, id))
    await record(tx, deps, viewer, {
      action: 'word.remove',
      target: `word:${id}`,
      before: { word: deleted.word },
      after: { reason },
    })
  })
  await notify(deps)
}
