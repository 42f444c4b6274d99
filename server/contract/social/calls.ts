import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

/** Names in URLs and tables: X has its former name. */
export const SOCIAL_PROVIDERS = ['twitter', 'line'] as const
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]
export const SOCIAL_NAMES: Record<SocialProvider, string> = { twitter: 'X', line: 'LINE' }
/** Redirect pages, as registered with the providers. */
export const SOCIAL_PAGES: Record<SocialProvider, `/${string}`> = {
  twitter: '/callback/twitter',
  line: '/callback',
}

export type Newcomer = z.output<typeof schema.Newcomer>

/** Social login, and linked identities. */
export const social = endpoints<typeof schema.shapes>()({
  /** Redirects to the provider, and sets the cookie `social`, which the callback requires. */
  goSocial: { method: 'GET', path: '/auth/:provider', auth: 'none', kind: 'redirect' },
  /**
   * Handles the provider's callback. 200: a login. 202: an unknown identity, which the cookie now names. 204: linked
   * to the account of the viewer, who had asked for it.
   */
  finishSocial: {
    method: 'POST',
    path: '/auth/:provider/callback',
    auth: 'cookie',
    status: [200, 202, 204],
    secret: true,
  },
  /** The unknown identity of the cookie; 204 if there is none. */
  getNewcomer: {
    method: 'GET',
    path: '/signup/social',
    auth: 'cookie',
    status: [200, 204],
    secret: true,
  },
  /** A sign-up without a password. */
  joinSocial: {
    method: 'POST',
    path: '/signup/social',
    auth: 'cookie',
    status: 202,
    secret: true,
  },
  /** Logs in with a password, and links the identity of the cookie to that account. */
  loginSocial: { method: 'POST', path: '/login/social', auth: 'cookie', secret: true },
  listWays: { method: 'GET', path: '/me/identity', auth: 'viewer' },
  /** Returns the provider's URL, and sets the cookie. */
  linkIdentity: { method: 'POST', path: '/me/identity/:provider', auth: 'viewer', secret: true },
  unlinkIdentity: {
    method: 'DELETE',
    path: '/me/identity/:provider',
    auth: 'viewer',
    status: 204,
  },
})
