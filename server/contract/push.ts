import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './push.schema.ts'

export type PushDevice = z.output<typeof schema.PushDevice>

/** Which browsers are notified, and whether it works. */
export const push = endpoints<typeof schema.shapes>()({
  getKey: { method: 'GET', path: '/push/key', auth: 'none' },
  listTokens: { method: 'GET', path: '/me/pushToken', auth: 'viewer' },
  addToken: { method: 'POST', path: '/me/pushToken', auth: 'viewer', status: 201 },
  /** One's own; of another's nothing is said, and nothing happens. */
  removeToken: { method: 'DELETE', path: '/me/pushToken', auth: 'viewer', status: 204 },
  testToken: { method: 'POST', path: '/me/pushToken/test', auth: 'viewer', status: 202 },
  /** A worker tells that a notification has come. It has no login: it names both ids that came with it. */
  confirm: { method: 'POST', path: '/push/delivered', auth: 'none', status: 204 },
})
