import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type DeviceSession = z.output<typeof schema.DeviceSession>

/** `refresh` answers 204 without a cookie; GET and POST do the same. */
export const auth = endpoints<typeof schema.shapes>()({
  login: { method: 'POST', path: '/login', auth: 'none', secret: true },
  readRefresh: {
    method: 'GET',
    path: '/refresh',
    auth: 'cookie',
    status: [200, 204],
    secret: true,
  },
  refresh: { method: 'POST', path: '/refresh', auth: 'cookie', status: [200, 204], secret: true },
  logout: { method: 'POST', path: '/logout', auth: 'cookie', status: 204, secret: true },
  /** The same answer for a registered address, which gets an email that says so. */
  signUp: { method: 'POST', path: '/signup', auth: 'none', status: 202 },
  /** Checks a handle while it is typed, or proposes a free one. Reserves nothing. */
  proposeName: { method: 'POST', path: '/signup/handle', auth: 'none' },
  /** Reads a signed link without using it up: mail scanners open links, too. */
  readLink: { method: 'POST', path: '/signed_link', auth: 'none', secret: true },
  /**
   * 200 with a login after a sign-up, 204 for a changed address. A sign-up sends its password here, so that the owner
   * of the mailbox sets it and not whoever entered the address.
   */
  verifyMail: {
    method: 'POST',
    path: '/verify_mail',
    auth: 'none',
    status: [200, 204],
    secret: true,
  },
  listSessions: { method: 'GET', path: '/me/session', auth: 'viewer' },
  endSession: { method: 'DELETE', path: '/me/session/:id', auth: 'viewer', status: 204 },
})
