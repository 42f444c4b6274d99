import * as z from 'zod'
import { tidyText } from '../lib/tidy.ts'
import { RequiredEmail, RequiredLine } from '../monetization/shapes.ts'
import { MessageText } from '../operator/reason.schema.ts'
import { REPORT_KINDS } from '../reports/calls.ts'
import { EMAIL_MAX } from '../shared/email.schema.ts'
import { required } from '../shared/messages.ts'
import { ById, Instant } from '../shared/shared.schema.ts'
import { CLAIMS, FAITH_NEEDED } from './calls.ts'
import { TAKEDOWN_CLAIM_MAX, TAKEDOWN_NAME_MAX, TAKEDOWN_URL_MAX } from './limits.ts'

const name = (label: string) =>
  RequiredLine(label, TAKEDOWN_NAME_MAX)
    .transform((text) => tidyText(text, 1))
    .refine((text) => text !== '', required(label))

export const Answer = z.enum(['agree', 'object'])

export const shapes = {
  askTakedown: {
    body: z.object({
      url: RequiredLine('対象のURL', TAKEDOWN_URL_MAX),
      claimed: z.enum(CLAIMS, { error: '侵害されている権利を選んでください' }),
      claim: MessageText('侵害の内容', TAKEDOWN_CLAIM_MAX),
      name: name('お名前'),
      email: RequiredEmail('メールアドレス', EMAIL_MAX),
      /** Represented person; empty: the requester themselves. */
      behalf: z
        .string()
        .max(TAKEDOWN_NAME_MAX)
        .transform((text) => tidyText(text, 1))
        .default(''),
      faith: z.literal(true, { error: FAITH_NEEDED }),
    }),
    output: z.object({ number: z.string(), message: z.string() }),
  },
  getTakedownInquiry: {
    params: ById,
    output: z.object({
      id: z.string(),
      kind: z.enum(REPORT_KINDS),
      /** The author's own content that the request is about. */
      words: z.string(),
      url: z.string(),
      claimed: z.enum(CLAIMS),
      claim: z.string(),
      answer_until: Instant,
      /** Whether it can still be answered. */
      open: z.boolean(),
      answer: Answer.nullable(),
      answer_text: z.string(),
    }),
  },
  answerTakedown: {
    params: ById,
    body: z
      .object({
        answer: Answer,
        text: z
          .string()
          .max(10 * TAKEDOWN_CLAIM_MAX)
          .default(''),
      })
      .transform(({ answer, text }) => ({ answer, text: tidyText(text, 30) }))
      .refine(({ answer, text }) => answer === 'agree' || text !== '', {
        path: ['text'],
        error: required('同意しない理由'),
      })
      .refine(({ text }) => text.length <= 2 * TAKEDOWN_CLAIM_MAX, {
        path: ['text'],
        error: `理由は${TAKEDOWN_CLAIM_MAX}文字以内で入力してください`,
      }),
  },
}
