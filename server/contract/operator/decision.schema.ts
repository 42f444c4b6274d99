import * as z from 'zod'
import { DECISION_REASON_MAX, TEXT_RAW_MAX } from '../limits.ts'
import { required, tooLong } from '../messages.ts'
import { REPORT_KINDS } from '../reports.ts'
import { Instant, Member } from '../shared.schema.ts'
import { lengthOf } from '../text.ts'
import { tidyText } from '../tidy.ts'

const LINES = 30

/** Text that somebody else is to read: it must say something, and no more than so much. */
export const Told = (label: string, max: number) =>
  z
    .string({ error: required(label) })
    .max(TEXT_RAW_MAX, tooLong(label, max))
    .transform((text) => tidyText(text, LINES))
    .refine((text) => text !== '', required(label))
    .refine((text) => lengthOf(text) <= max, tooLong(label, max))

/** Why an operator acts: whoever is touched by it reads it. */
export const Reason = Told('理由', DECISION_REASON_MAX)

export const Decision = z.object({
  id: z.string(),
  cause: z.enum(['report', 'takedown']),
  kind: z.enum(REPORT_KINDS),
  outcome: z.enum(['upheld', 'dismissed']),
  /** Whether it took something away. */
  hidden: z.boolean(),
  reason: z.string(),
  /** Null from the shell. */
  by: z.string().nullable(),
  at: Instant,
  reversed: z.object({ at: Instant, reason: z.string() }).nullable(),
})

/** A thing as it stands now. */
export const Standing = z.object({
  /** `unhidable`: rooms, events and people are stopped on their own pages. */
  state: z.enum(['there', 'hidden', 'gone']),
  hidable: z.boolean(),
  title: z.string(),
  text: z.string(),
  pictures: z.array(z.string()),
  /** Where it is to be seen by those who may. */
  path: z.string().nullable(),
  /** Of the room that it belongs to, by its owner's name. */
  room: z.string().nullable(),
})

export const Author = Member.extend({ status: z.enum(['active', 'suspended', 'deleted']) })
