import type * as z from 'zod'
import type * as schema from './account.schema.ts'
import { endpoints } from './endpoint.ts'

export type User = z.output<typeof schema.User>
export type PublicUser = z.output<typeof schema.PublicUser>

export const FEEDBACK_CATEGORIES = ['opinion', 'trouble', 'other'] as const

/** What gathers from everywhere: oneself, and a person's public page. */
export const account = endpoints<typeof schema.shapes>()({
  getMe: { method: 'GET', path: '/me', auth: 'viewer' },
  /** Leaves the service: what would be charged again ends, and the person is forgotten. */
  leave: { method: 'DELETE', path: '/me', auth: 'viewer', status: 204, secret: true },
  /** Everything that one gave or made, as a ZIP. */
  exportMine: { method: 'GET', path: '/me/export', auth: 'viewer', kind: 'file' },
  changeProfile: { method: 'PUT', path: '/me/profile', auth: 'viewer', kind: 'multipart' },
  /** Once in a while. The handle of before leads here for good. */
  changeName: { method: 'PUT', path: '/me/name', auth: 'viewer' },
  getProfile: { method: 'GET', path: '/newroom/:name', auth: 'optional' },
  setNotification: { method: 'PUT', path: '/me/notification', auth: 'viewer' },
  sendFeedback: { method: 'POST', path: '/feedback', auth: 'viewer', status: 201 },
})
