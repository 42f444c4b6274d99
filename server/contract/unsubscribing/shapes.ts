import * as z from 'zod'
import { MAIL_KINDS } from './calls.ts'

const query = z.object({
  id: z.string().max(64),
  kind: z.enum(MAIL_KINDS),
  signature: z.string().max(128),
})

/** The body of one-click unsubscribe is ignored: the link identifies everything. */
export const shapes = { askUnsubscribe: { query }, unsubscribe: { query } }
