import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './social.schema.ts'

/** As addresses and tables name them: X goes by the name that it had. */
export const SOCIAL_PROVIDERS = ['twitter', 'line'] as const
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]
export const SOCIAL_NAMES: Record<SocialProvider, string> = { twitter: 'X', line: 'LINE' }
/** The pages that they send people back to, as they have to be registered there. */
export const SOCIAL_PAGES: Record<SocialProvider, `/${string}`> = {
  twitter: '/callback/twitter',
  line: '/callback',
}

export type Newcomer = z.output<typeof schema.Newcomer>

/** Getting in by an account of another service, and which of them lead into one's own. */
export const social = endpoints<typeof schema.shapes>()({
  /** Leads there, and gives this browser the cookie `social`, without which nobody comes back. */
  goSocial: { method: 'GET', path: '/auth/:provider', auth: 'none', kind: 'redirect' },
  /**
   * What the page of a provider was given. 200: a login. 202: nobody knows this account yet, and the cookie now says
   * who came. 204: it was linked, which somebody logged in had asked for.
   */
  comeBack: {
    method: 'POST',
    path: '/auth/:provider/callback',
    auth: 'cookie',
    status: [200, 202, 204],
    secret: true,
  },
  /** Who came back and is not known yet; 204 where nobody did. */
  getNewcomer: {
    method: 'GET',
    path: '/signup/social',
    auth: 'cookie',
    status: [200, 204],
    secret: true,
  },
  /** As a sign-up, without a password. */
  joinSocial: {
    method: 'POST',
    path: '/signup/social',
    auth: 'cookie',
    status: 202,
    secret: true,
  },
  /** Logs in with a password, and links who came to that account. */
  loginSocial: { method: 'POST', path: '/login/social', auth: 'cookie', secret: true },
  listWays: { method: 'GET', path: '/me/identity', auth: 'viewer' },
  /** Answers where to go, and gives the cookie for it. */
  linkIdentity: { method: 'POST', path: '/me/identity/:provider', auth: 'viewer', secret: true },
  unlinkIdentity: {
    method: 'DELETE',
    path: '/me/identity/:provider',
    auth: 'viewer',
    status: 204,
  },
})
