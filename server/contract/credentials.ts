import type * as schema from './credentials.schema.ts'
import { endpoints } from './endpoint.ts'

/** What one logs in with: forgotten, set, changed. */
export const credentials = endpoints<typeof schema.shapes>()({
  requestReset: { method: 'POST', path: '/reset_password', auth: 'none', status: 202 },
  /** Trades the mailed link for the cookie `reset_token`, once. */
  verifyReset: {
    method: 'POST',
    path: '/reset_password/verify',
    auth: 'none',
    status: 204,
    secret: true,
  },
  hasResetToken: { method: 'GET', path: '/reset_password/token', auth: 'cookie', status: 204 },
  /** Ends every session of the user. */
  setPassword: {
    method: 'POST',
    path: '/reset_password/config',
    auth: 'cookie',
    status: 204,
    secret: true,
  },
  /** Ends every other session of the user, and every mailed right to the account. */
  changePassword: {
    method: 'PUT',
    path: '/me/password',
    auth: 'viewer',
    status: 204,
    secret: true,
  },
  /** The address changes when the link that is mailed to it is used; the same answer where it is somebody's. */
  changeEmail: { method: 'PUT', path: '/me/email', auth: 'viewer', status: 202, secret: true },
})
