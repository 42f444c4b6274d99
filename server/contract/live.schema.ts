import * as z from 'zod'
import { CURSOR, fromCursor } from './cursor.ts'
import { TALK_PAGE_MAX, TALK_PAGE_SIZE } from './limits.ts'
import { ById, Instant, Member } from './shared.schema.ts'

export const TalkMessage = z.object({
  id: z.string(),
  message: z.string(),
  created_at: Instant,
  member: Member,
  is_owner: z.boolean(),
  client_id: z.string().optional(),
  /** Set on a tombstone: the id of the message to take off the screen. */
  deletes: z.string().optional(),
})

/** The picture's address, or why there is none yet. */
export const LiveUrl = z.object({ url: z.string().optional(), message: z.string().optional() })

const Cursor = z.string().regex(CURSOR).transform(fromCursor)

export const shapes = {
  getLiveUrl: { params: ById, output: LiveUrl },
  getArchiveUrl: { params: ById, output: LiveUrl },
  listTalk: {
    params: ById,
    query: z.object({
      offset: z.coerce.number().int().min(1).max(TALK_PAGE_MAX).default(TALK_PAGE_SIZE),
      point: Cursor.optional(),
      after: Cursor.optional(),
    }),
    output: z.array(TalkMessage),
  },
}
