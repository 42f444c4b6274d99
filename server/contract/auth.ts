import type * as z from 'zod'
import type * as schema from './auth.schema.ts'
import { endpoints } from './endpoint.ts'

export type Session = z.output<typeof schema.Session>

/** `refresh` answers 204 without a cookie; it is the same call under GET and POST. */
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
  /** The same answer for an address that is known already: that one gets a mail saying so. */
  signUp: { method: 'POST', path: '/signup', auth: 'none', status: 202 },
  /** Looks at a mailed link and uses nothing up: programs that guard mailboxes open links, too. */
  readLink: { method: 'POST', path: '/signed_link', auth: 'none', secret: true },
  /**
   * 200 with a login after a sign-up, 204 for a changed address. A sign-up takes the password from here: from whoever
   * proves the mailbox, not from whoever named it.
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
