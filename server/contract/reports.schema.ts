import * as z from 'zod'
import { REPORT_REASON_MAX } from './limits.ts'
import { fieldName, required, tooLong } from './messages.ts'
import { REPORT_CATEGORIES, REPORT_KINDS } from './reports.ts'
import { lengthOf } from './text.ts'

const Id = z.string().min(1).max(200)

export const shapes = {
  report: {
    body: z
      .object({
        kind: z.enum(REPORT_KINDS),
        /** A room's and a person's is their name; everything else has an id. */
        id: Id,
        /** Of a talk message: its ids are unique within its event alone. */
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
