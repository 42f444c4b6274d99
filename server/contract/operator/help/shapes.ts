import * as z from 'zod'
import { line, tooLongText } from '../../shared/form.schema.ts'
import { Instant } from '../../shared/shared.schema.ts'
import { TOPICS } from '../../site/calls.ts'
import { markdown, version } from '../content.schema.ts'
import { HELP_MAX } from '../limits.ts'

export const HelpEntry = z.object({ question: z.string(), answer: z.string() })

const Written = z.object({
  question: line.pipe(
    z
      .string()
      .min(1, { error: '質問を入力してください' })
      .max(HELP_MAX.question, { error: tooLongText('質問', HELP_MAX.question) }),
  ),
  answer: markdown('回答', HELP_MAX.answer).pipe(
    z.string().min(1, { error: '回答を入力してください' }),
  ),
})

export const OwnHelp = z.object({
  topic: z.enum(TOPICS),
  entries: z.array(HelpEntry),
  /** Edited by an operator, or the default from the files. */
  source: z.enum(['operator', 'file']),
  /** 0 if never edited. */
  version: z.int(),
  /** Newest first. */
  versions: z.array(
    z.object({
      version: z.int(),
      created_at: Instant,
      /** A handle; null for an action from the shell. */
      by: z.string().nullable(),
      restored: z.boolean(),
    }),
  ),
})

const ByTopic = z.object({ topic: z.enum(TOPICS) })
const ofTopic = { params: ByTopic, output: OwnHelp }

export const shapes = {
  getHelp: ofTopic,
  saveHelp: {
    ...ofTopic,
    body: z.object({
      entries: z.array(Written).min(1).max(HELP_MAX.entries),
      version,
    }),
  },
  restoreHelp: { ...ofTopic, body: z.object({ version }) },
  getHelpVersion: {
    params: ByTopic.extend({ version: z.coerce.number().int().min(1).max(1_000_000_000) }),
    output: z.object({ entries: z.array(HelpEntry) }),
  },
}
