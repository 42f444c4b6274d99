import * as z from 'zod'
import { lengthOf } from '../lib/text.ts'
import { fieldName, required, tooLong } from '../shared/messages.ts'
import { REPORT_CATEGORIES, REPORT_KINDS } from './calls.ts'
import { REPORT_REASON_MAX } from './limits.ts'

const Id = z.string().min(1).max(200)

export const shapes = {
  report: {
    body: z
      .object({
        kind: z.enum(REPORT_KINDS),
        /** The name of a room or user; the id of anything else. */
        id: Id,
        /** Event of a talk message, whose ids are unique per event only. */
        event_id: Id.optional(),
        category: z.enum(REPORT_CATEGORIES).default('other'),
        reason: z
          .string()
          .trim()
          .min(1)
          .max(10 * REPORT_REASON_MAX)
          .refine((text) => lengthOf(text) <= REPORT_REASON_MAX, {
            error: tooLong(fieldName('reason'), REPORT_REASON_MAX),
          }),
      })
      .refine(({ kind, event_id }) => kind !== 'talk' || event_id !== undefined, {
        path: ['event_id'],
        error: required(fieldName('event_id')),
      }),
    output: z.object({ id: z.string() }),
  },
}
