import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'
import type * as user from './user.schema.ts'

export type User = z.output<typeof user.User>
export type PublicUser = z.output<typeof schema.PublicUser>

export const FEEDBACK_CATEGORIES = ['opinion', 'trouble', 'other'] as const

/** The viewer's account, and users' public pages. */
export const account = endpoints<typeof schema.shapes>()({
  getMe: { method: 'GET', path: '/me', auth: 'viewer' },
  /** Deletes the account: subscriptions end, and personal data is erased. */
  leave: { method: 'DELETE', path: '/me', auth: 'viewer', status: 204, secret: true },
  /** Everything that the viewer provided or made, as a ZIP. */
  exportMine: { method: 'GET', path: '/me/export', auth: 'viewer', kind: 'file' },
  changeProfile: { method: 'PUT', path: '/me/profile', auth: 'viewer', kind: 'multipart' },
  /** Changes the handle, at most once in `NAME_CHANGE_DAYS`. The old handle redirects permanently. */
  changeName: { method: 'PUT', path: '/me/name', auth: 'viewer' },
  getProfile: { method: 'GET', path: '/newroom/:name', auth: 'optional', shared: true },
  setNotification: { method: 'PUT', path: '/me/notification', auth: 'viewer' },
  /** Whether the pages of events show that the viewer goes. */
  setAttendance: { method: 'PUT', path: '/me/attendance', auth: 'viewer' },
  /** Whether the pages of rooms show that the viewer is a member. */
  setMemberships: { method: 'PUT', path: '/me/membership', auth: 'viewer' },
  sendFeedback: { method: 'POST', path: '/feedback', auth: 'viewer', status: 201 },
})
