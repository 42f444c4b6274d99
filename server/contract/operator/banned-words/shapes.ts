import * as z from 'zod'
import { NG_WORD_MAX } from '../../live/limits.ts'
import { fieldName, required, tooLong } from '../../shared/messages.ts'
import { ById, Instant } from '../../shared/shared.schema.ts'
import { Reason } from '../reason.schema.ts'

export const Word = z.object({ id: z.string(), word: z.string(), created_at: Instant })

const field = fieldName('word')

export const shapes = {
  listBannedWords: { output: z.array(Word) },
  addWord: {
    body: z.object({
      word: z.string().trim().min(1, required(field)).max(NG_WORD_MAX, tooLong(field, NG_WORD_MAX)),
      reason: Reason,
    }),
    output: Word,
  },
  removeWord: { params: ById, body: z.object({ reason: Reason }) },
}
