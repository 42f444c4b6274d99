import * as z from 'zod'
import { TALK_CLIENT_ID_MAX } from '../live/limits.ts'
import { fieldName, required, tooLong } from '../shared/messages.ts'
import { ById, Instant, Member, Paging } from '../shared/shared.schema.ts'
import { ANNOUNCEMENT_MAX, MESSAGE_MAX } from './limits.ts'
import { messageProblem, tidyMessage } from './message-text.ts'

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

/** Normalized like on the client, then counted. */
const written = (field: string, max: number) =>
  z.string().transform((text, context) => {
    const problem = messageProblem(text, max)
    const message = problem === 'long' ? tooLong(field, max) : required(field)
    if (problem) context.addIssue({ code: 'custom', message, input: text })
    return problem ? z.NEVER : tidyMessage(text)
  })
const clientId = z.string().min(1).max(TALK_CLIENT_ID_MAX).optional()
const message = z.object({
  text: written(fieldName('message'), MESSAGE_MAX.chars),
  client_id: clientId,
})

export const shapes = {
  listConversations: { query: Paging, output: z.array(Conversation) },
  getConversation: {
    params: ById,
    /** Messages before the message `point`; default: the newest. */
    query: z.object({
      point: z.string().max(TALK_CLIENT_ID_MAX).optional(),
      /** Loaded for later: does not mark the messages as read. */
      ahead: z.literal('1').optional(),
    }),
    output: Conversation.extend({
      messages: z.array(Message),
      /** Older messages exist. */
      more: z.boolean(),
      can: z.object({ answer: z.boolean() }),
    }),
  },
  answer: { params: ById, body: message, output: Message },
  writeToOwner: {
    params: ById,
    body: message,
    output: Message.extend({ conversation_id: z.string() }),
  },
  announce: {
    params: ById,
    body: z.object({
      title: written(fieldName('title'), ANNOUNCEMENT_MAX.title).transform((title) =>
        title.replaceAll('\n', ' '),
      ),
      text: written(fieldName('text'), ANNOUNCEMENT_MAX.chars),
      client_id: clientId,
    }),
    output: z.object({ message: z.string() }),
  },
}
