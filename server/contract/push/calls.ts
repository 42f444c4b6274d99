import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type PushDevice = z.output<typeof schema.PushDevice>

/** Registered push devices, and their diagnosis. */
export const push = endpoints<typeof schema.shapes>()({
  getKey: { method: 'GET', path: '/push/key', auth: 'none' },
  listTokens: { method: 'GET', path: '/me/pushToken', auth: 'viewer' },
  addToken: { method: 'POST', path: '/me/pushToken', auth: 'viewer', status: 201 },
  /** Only one's own; another user's id answers the same, without effect. */
  removeToken: { method: 'DELETE', path: '/me/pushToken', auth: 'viewer', status: 204 },
  testToken: { method: 'POST', path: '/me/pushToken/test', auth: 'viewer', status: 202 },
  /** A service worker tells that it showed a notification, or that the user tapped it. It has no login: it sends both ids. */
  confirm: { method: 'POST', path: '/push/delivered', auth: 'none', status: 204 },
})
