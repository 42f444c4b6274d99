import * as z from 'zod'
import { MAIL_KINDS } from './unsubscribing.ts'

const query = z.object({
  id: z.string().max(64),
  kind: z.enum(MAIL_KINDS),
  signature: z.string().max(128),
})

/** What a mail program posts is not looked at: the link says it all. */
export const shapes = { askUnsubscribe: { query }, unsubscribe: { query } }
