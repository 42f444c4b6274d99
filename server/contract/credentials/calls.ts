import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

/** Password and email of an account: reset and change. */
export const credentials = endpoints<typeof schema.shapes>()({
  requestReset: { method: 'POST', path: '/reset_password', auth: 'none', status: 202 },
  /** Exchanges the link of an email for the cookie `reset_token`, once. */
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
  /** Ends every other session of the user, and every signed link to the account. */
  changePassword: {
    method: 'PUT',
    path: '/me/password',
    auth: 'viewer',
    status: 204,
    secret: true,
  },
  /** The address changes when the link sent to it is opened; the same answer if it belongs to another account. */
  changeEmail: { method: 'PUT', path: '/me/email', auth: 'viewer', status: 202, secret: true },
})
