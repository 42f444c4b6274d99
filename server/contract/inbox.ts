import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './inbox.schema.ts'

export type Conversation = z.output<typeof schema.Conversation>
export type Message = z.output<typeof schema.Message>

/** Messages of a conversation are oldest first; reading one marks it as read. */
export const inbox = endpoints<typeof schema.shapes>()({
  listConversations: { method: 'GET', path: '/me/message', auth: 'viewer', kind: 'list' },
  getConversation: { method: 'GET', path: '/me/message/:id', auth: 'viewer' },
})
