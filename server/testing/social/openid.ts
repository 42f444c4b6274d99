import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { SOCIAL_PAGES } from '#contract/social/calls.ts'
import { CLIENT } from './services.ts'

/** The login name is the account. */
const account = (id: string) => ({
  accountId: id,
  claims: async () => ({ sub: id, name: `${id}さん`, email: `${id}@openid.test` }),
})

/**
 * A certified OpenID provider with LINE's paths and signature algorithm. `siteUrl`: the site with the callback. Its
 * own pages ask for a name and any password, then for consent.
 */
export async function startOpenId(siteUrl: () => string) {
  let handle: ReturnType<Provider['callback']> | undefined
  // Created at the first request: the site's callback URL is known only then.
  const server = createServer((request, response) => {
    handle ??= make().callback()
    handle(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const make = () =>
    new Provider(base, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [siteUrl() + SOCIAL_PAGES.line],
          id_token_signed_response_alg: 'HS256',
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      enabledJWA: { idTokenSigningAlgValues: ['HS256', 'ES256'] },
      claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
      // Like LINE: profile claims are in the id token.
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      findAccount: (_: unknown, id: string) => account(id),
      cookies: { keys: [CLIENT.secret] },
      jwks: { keys: [signingKey()] },
      routes: { authorization: '/oauth2/v2.1/authorize', token: '/oauth2/v2.1/token' },
      ttl: { AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    })

  return {
    base,
    env: {
      LINE_CLIENT_ID: CLIENT.id,
      LINE_CLIENT_SECRET: CLIENT.secret,
      OAUTH_BASE_LINE: base,
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const signingKey = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'one' }
}
