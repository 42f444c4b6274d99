import type * as oauth from 'openid-client'
import * as z from 'zod'
import type { OAuthClient } from '#server/config/external-services.ts'
import { SocialDown, type SocialService } from '#server/ports/social.ts'
import { codeGrant } from './grant.ts'

/**
 * HTTP Basic of RFC 6749, 2.3.1: form-encoded, then base64. The library also escapes `-` and `_`, which such secrets
 * often contain: correct, but rejected by servers that never decode.
 */
const basic =
  ({ id, secret }: OAuthClient): oauth.ClientAuth =>
  (_server, _client, _body, headers) => {
    const pair = [id, secret].map((part) => String(new URLSearchParams({ '': part })).slice(1))
    headers.set('authorization', `Basic ${Buffer.from(pair.join(':')).toString('base64')}`)
  }

const TIMEOUT_MS = 10_000
const Me = z.object({ data: z.object({ id: z.string().min(1).max(100), name: z.string() }) })

/**
 * X by OAuth 2.0, which provides no email address (docs.x.com/fundamentals/authentication/oauth-2-0,
 * docs.x.com/x-api/users/get-my-user). Reading the own profile needs both scopes.
 */
export function createX(client: OAuthClient, redirect: string): SocialService {
  const api = client.base || 'https://api.x.com'
  const site = client.base || 'https://x.com'
  const grant = codeGrant(
    {
      issuer: site,
      authorization: `${site}/i/oauth2/authorize`,
      token: `${api}/2/oauth2/token`,
      scope: 'users.read tweet.read',
      metadata: {},
      authentication: basic(client),
    },
    client,
    redirect,
  )

  async function me(token: string) {
    const answer = await fetch(`${api}/2/users/me`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    }).catch(() => {
      throw new SocialDown('no answer')
    })
    const parsed = Me.safeParse(await answer.json().catch(() => null))
    if (!answer.ok || !parsed.success) throw new SocialDown(`${answer.status} of itself`)
    return parsed.data.data
  }

  return {
    address: grant.address,
    async meet(trip, code) {
      const { access_token } = await grant.redeem(trip, code)
      const { id, name } = await me(access_token)
      return { subject: id, displayName: name, email: '' }
    },
  }
}
