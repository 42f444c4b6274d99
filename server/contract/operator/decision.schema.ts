import * as z from 'zod'
import { REPORT_KINDS } from '../reports.ts'
import { Instant, Member } from '../shared.schema.ts'

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
