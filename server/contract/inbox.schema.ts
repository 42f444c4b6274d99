import * as z from 'zod'
import { ANNOUNCEMENT_MAX, MESSAGE_MAX, TALK_CLIENT_ID_MAX } from './limits.ts'
import { messageProblem, tidyMessage } from './message-text.ts'
import { fieldName, required, tooLong } from './messages.ts'
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

/** Tidied by the one rule of both sides, then counted. */
const written = (field: string, most: number) =>
  z.string().transform((text, context) => {
    const problem = messageProblem(text, most)
    const message = problem === 'long' ? tooLong(field, most) : required(field)
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
    /** Those just older than the message `point`; without it the newest. */
    query: z.object({ point: z.string().max(TALK_CLIENT_ID_MAX).optional() }),
    output: Conversation.extend({
      messages: z.array(Message),
      /** There are older ones. */
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
