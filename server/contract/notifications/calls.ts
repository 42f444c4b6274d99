import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type ListedNotification = z.output<typeof schema.ListedNotification>

/** What happened to the viewer, newest first. */
export const notifications = endpoints<typeof schema.shapes>()({
  listNotifications: { method: 'GET', path: '/me/notification', auth: 'viewer', kind: 'list' },
  /** Marks one as read; idempotent. */
  readNotification: {
    method: 'POST',
    path: '/me/notification/:id/read',
    auth: 'viewer',
    status: 204,
  },
  /** Marks as read what happened until then. */
  readNotifications: {
    method: 'POST',
    path: '/me/notification/read',
    auth: 'viewer',
    status: 204,
  },
})
