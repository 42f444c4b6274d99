import * as oauth from 'openid-client'
import { errorCodeOf } from '#contract/lib/error-code.ts'
import type { OAuthClient } from '#server/config/external-services.ts'
import { SocialDown, SocialRefused, type Trip } from '#server/ports/social.ts'

const TIMEOUT_S = 10
/**
 * Errors of an invalid code (RFC 6749, 5.2; X sends the second); all others are failures of the service or of ours.
 */
const BAD_CODE = ['invalid_grant', 'invalid_request']
/** Error codes of the library for an invalid response. */
const BAD_ANSWER = /^OAUTH_(JWT|INVALID_RESPONSE|JSON_ATTRIBUTE|PARSE|UNSUPPORTED)/

export interface Service {
  issuer: string
  authorization: string
  token: string
  scope: string
  metadata: Partial<oauth.ClientMetadata>
  authentication: oauth.ClientAuth
}

/**
 * Authorization code grant with PKCE (RFC 7636, S256), used by both services; with a nonce if there is an id token.
 */
export function codeGrant(service: Service, { id, base }: OAuthClient, redirect: string) {
  const { issuer, authorization, token, scope, metadata, authentication } = service
  const at = { issuer, authorization_endpoint: authorization, token_endpoint: token }
  const server = new oauth.Configuration(at, id, metadata, authentication)
  server.timeout = TIMEOUT_S
  // The configuration allows http only on this machine.
  if (base.startsWith('http:')) oauth.allowInsecureRequests(server)
  const isOidc = scope.split(' ').includes('openid')

  return {
    async address({ state, nonce, verifier }: Trip) {
      const url = oauth.buildAuthorizationUrl(server, {
        redirect_uri: redirect,
        scope,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isOidc && { nonce }),
      })
      return url.href
    },

    async redeem({ state, nonce, verifier }: Trip, code: string) {
      const came = new URL(redirect)
      came.search = String(new URLSearchParams({ code, state }))
      const checks = {
        pkceCodeVerifier: verifier,
        expectedState: state,
        ...(isOidc && { expectedNonce: nonce, idTokenExpected: true }),
      }
      return oauth.authorizationCodeGrant(server, came, checks).catch(reasonOf)
    },
  }
}

/** The library's message contains no code or token; the service's response may. */
function reasonOf(error: unknown): never {
  if (error instanceof oauth.ResponseBodyError) {
    if (BAD_CODE.includes(error.error)) throw new SocialRefused(error.error)
    throw new SocialDown(`${error.status} ${error.error}`)
  }
  const code = errorCodeOf(error) ?? 'no answer'
  throw BAD_ANSWER.test(code) ? new SocialRefused(code) : new SocialDown(code)
}
