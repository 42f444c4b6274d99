import * as z from 'zod'
import { ById, Instant, Member, Paging } from './shared.schema.ts'

export const Conversation = z.object({
  id: z.string(),
  kind: z.enum(['room', 'announcement', 'system']),
  title: z.string(),
  with: Member.nullable(),
  last_text: z.string(),
  last_at: Instant,
  unread: z.int(),
})

export const Message = z.object({
  id: z.string(),
  text: z.string(),
  created_at: Instant,
  mine: z.boolean(),
  member: Member.nullable(),
})

export const shapes = {
  listConversations: { query: Paging, output: z.array(Conversation) },
  getConversation: {
    params: ById,
    output: Conversation.extend({ messages: z.array(Message) }),
  },
}
