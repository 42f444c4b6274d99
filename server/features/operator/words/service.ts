import { BANNED_WORDS_MAX } from '#contract/limits.ts'
import { WORD_KNOWN, WORD_TOO_SHORT, wordsFull } from '#contract/messages.ts'
import { lengthOf } from '#contract/text.ts'
import { lockSeries } from '#server/db/counter.ts'
import { transact } from '#server/db/transact.ts'
import { plain } from '#server/features/words/ng.ts'
import { invalid, notFound } from '#server/http/refusal.ts'
import { WORDS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { record } from '../audit.ts'
import * as query from './queries.ts'

/** One letter alone would stop half of all there is to say. */
const LEAST_LETTERS = 2

/** The list of what nobody may write. Every process learns of a change. */
export function wordsService(deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'bus'>) {
  const { db, clock, newId, bus } = deps
  const tell = () => bus.publish(WORDS_CHANGED, '')

  return {
    list: () => query.listWords(db),

    async add(viewer: Viewer, word: string, reason: string) {
      const folded = plain(word)
      if (lengthOf(folded) < LEAST_LETTERS) throw invalid({ word: [WORD_TOO_SHORT] })
      const row = { id: newId(), word, created_at: clock.now().toISOString() }
      await transact(db, async (tx) => {
        await lockSeries(tx, 'ng_word') // one at a time: they are counted
        if ((await query.listWords(tx)).length >= BANNED_WORDS_MAX)
          throw invalid({ word: [wordsFull(BANNED_WORDS_MAX)] })
        if (!(await query.insertWord(tx, { ...row, folded }))) throw invalid({ word: [WORD_KNOWN] })
        await record(tx, deps, viewer, {
          action: 'word.add',
          target: `word:${row.id}`,
          before: {},
          after: { word, reason },
        })
      })
      await tell()
      return row
    },

    async remove(viewer: Viewer, id: string, reason: string) {
      await transact(db, async (tx) => {
        const gone = await query.deleteWord(tx, id)
        if (!gone) throw notFound()
        await record(tx, deps, viewer, {
          action: 'word.remove',
          target: `word:${id}`,
          before: { word: gone.word },
          after: { reason },
        })
      })
      await tell()
    },
  }
}
