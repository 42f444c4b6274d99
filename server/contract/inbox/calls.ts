import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Conversation = z.output<typeof schema.Conversation>
export type Message = z.output<typeof schema.Message>

/** Messages are listed oldest first; reading the newest marks the conversation as read, unless loaded ahead. */
export const inbox = endpoints<typeof schema.shapes>()({
  listConversations: { method: 'GET', path: '/me/message', auth: 'viewer', kind: 'list' },
  getConversation: { method: 'GET', path: '/me/message/:id', auth: 'viewer' },
  /** 200 and the stored message if this `client_id` was sent before; also below. */
  answer: { method: 'POST', path: '/me/message/:id', auth: 'viewer', status: [201, 200] },
  /** From a member to the owner: one conversation per member and room. */
  writeToOwner: { method: 'POST', path: '/room/:id/message', auth: 'viewer', status: [201, 200] },
  /** From the owner to the current members. */
  announce: { method: 'POST', path: '/room/:id/announcement', auth: 'viewer', status: 202 },
})
