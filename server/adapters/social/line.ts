import * as errors from 'jose/errors'
import { jwtVerify } from 'jose/jwt/verify'
import * as oauth from 'openid-client'
import type { OAuthClient } from '#server/config/external-services.ts'
import { SocialRefused, type SocialService } from '#server/ports/social.ts'
import { codeGrant } from './grant.ts'

/** Of a web channel: id tokens are signed with the channel secret only. */
const ALGORITHM = 'HS256'

/**
 * LINE Login by OpenID Connect (developers.line.biz/en/docs/line-login/integrate-line-login). The library checks the
 * id token's issuer, audience, expiry and nonce; the signature is verified here.
 */
export function createLine(client: OAuthClient, redirect: string): SocialService {
  const site = client.base || 'https://access.line.me'
  const api = client.base || 'https://api.line.me'
  const grant = codeGrant(
    {
      issuer: site,
      authorization: `${site}/oauth2/v2.1/authorize`,
      token: `${api}/oauth2/v2.1/token`,
      scope: 'openid profile email',
      metadata: { id_token_signed_response_alg: ALGORITHM },
      authentication: oauth.ClientSecretPost(client.secret),
    },
    client,
    redirect,
  )
  const key = new TextEncoder().encode(client.secret)

  /** The library has already checked the dates. */
  async function prove(token: string) {
    const checks = { algorithms: [ALGORITHM], issuer: site, audience: client.id }
    await jwtVerify(token, key, checks).catch((error: unknown) => {
      if (error instanceof errors.JOSEError) throw new SocialRefused(error.code)
      throw error
    })
  }

  return {
    address: grant.address,
    async meet(trip, code) {
      const tokens = await grant.redeem(trip, code)
      const claims = tokens.claims()
      if (!tokens.id_token || !claims) throw new SocialRefused('no id token')
      await prove(tokens.id_token)
      const { sub, name, email } = claims
      return { subject: sub, displayName: textOf(name), email: textOf(email) }
    },
  }
}

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : '')
