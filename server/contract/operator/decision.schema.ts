import * as z from 'zod'
import { REPORT_KINDS } from '../reports/calls.ts'
import { Instant, Member } from '../shared/shared.schema.ts'

export const Decision = z.object({
  id: z.string(),
  cause: z.enum(['report', 'takedown']),
  kind: z.enum(REPORT_KINDS),
  outcome: z.enum(['upheld', 'dismissed']),
  /** Whether something was hidden. */
  hidden: z.boolean(),
  reason: z.string(),
  /** Null: from the shell. */
  by: z.string().nullable(),
  at: Instant,
  reversed: z.object({ at: Instant, reason: z.string() }).nullable(),
})

/** Current state of reported content. */
export const ContentVisibility = z.object({
  /** `unhidable`: rooms, events and users are suspended on their own pages. */
  state: z.enum(['there', 'hidden', 'gone']),
  hidable: z.boolean(),
  title: z.string(),
  text: z.string(),
  pictures: z.array(z.string()),
  /** Page of the content, for those with access. */
  path: z.string().nullable(),
  /** Owner's name of the room that it belongs to. */
  room: z.string().nullable(),
})

export const Author = Member.extend({ status: z.enum(['active', 'suspended', 'deleted']) })
