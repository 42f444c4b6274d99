import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './inbox.schema.ts'

export type Conversation = z.output<typeof schema.Conversation>
export type Message = z.output<typeof schema.Message>

/** Messages of a conversation are oldest first; reading the newest marks it as read. */
export const inbox = endpoints<typeof schema.shapes>()({
  listConversations: { method: 'GET', path: '/me/message', auth: 'viewer', kind: 'list' },
  getConversation: { method: 'GET', path: '/me/message/:id', auth: 'viewer' },
  /** 200 and the same message where this `client_id` was sent before, here and below. */
  answer: { method: 'POST', path: '/me/message/:id', auth: 'viewer', status: [201, 200] },
  /** A member to the owner: one conversation a person and room. */
  writeToOwner: { method: 'POST', path: '/room/:id/message', auth: 'viewer', status: [201, 200] },
  /** The owner to whoever is a member now. */
  announce: { method: 'POST', path: '/room/:id/announcement', auth: 'viewer', status: 202 },
})
