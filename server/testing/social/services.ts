import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SignJWT, UnsecuredJWT } from 'jose'
import { escaped } from '#contract/lib/markup.ts'

/** Same length as a LINE channel secret. */
export const CLIENT = { id: 'room-client', secret: '0123456789abcdef0123456789abcdef' }

export interface Account {
  id: string
  name: string
  email?: string
}
/** Faults of a provider. */
export interface Lies {
  /** Overrides claims of the id token. */
  claims?: Record<string, unknown>
  /** Replaces the client secret as signing key. */
  key?: string
  algorithm?: string
  /** Handles the token request. */
  token?: (response: ServerResponse) => void
}

const CODE_LIFE_MS = 60_000

/**
 * Fake X and LINE on loopback with the parts that we use: consent page, single-use codes bound to client and PKCE
 * challenge, and profiles. None of their pages are copied.
 */
export async function startOpenIdProviders(accounts: Account[]) {
  const codes = new Map<string, { params: URLSearchParams; account: Account; until: number }>()
  const tokens = new Map<string, Account>()
  let lies: Lies = {}

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Redirect after consent as an account, or after a refusal with null. */
  function decide(params: URLSearchParams, account: Account | null): string {
    const back = new URL(params.get('redirect_uri')!)
    back.searchParams.set('state', params.get('state')!)
    if (!account) {
      back.searchParams.set('error', 'access_denied')
      return back.href
    }
    const code = randomUUID()
    codes.set(code, { params, account, until: Date.now() + CODE_LIFE_MS })
    back.searchParams.set('code', code)
    return back.href
  }

  function askingPage(params: URLSearchParams): string {
    const fields = [...params].map(
      ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
    )
    const buttons = accounts.map(
      ({ id, name }) => `<button name="account" value="${escaped(id)}">${escaped(name)}</button>`,
    )
    return `<!doctype html><html lang="ja"><title>連携</title><form method="post" action="/decide">
      ${fields.join('')}${buttons.join('')}<button name="account" value="">許可しない</button></form>`
  }

  const wantsPage = (params: URLSearchParams) =>
    params.get('client_id') === CLIENT.id &&
    params.get('response_type') === 'code' &&
    params.get('code_challenge_method') === 'S256' &&
    Boolean(params.get('code_challenge') && params.get('state'))

  async function idToken(params: URLSearchParams, account: Account) {
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: base,
      aud: CLIENT.id,
      sub: account.id,
      name: account.name,
      ...(account.email && { email: account.email }),
      iat: now,
      exp: now + 3_600,
      nonce: params.get('nonce'),
      ...lies.claims,
    }
    if (lies.algorithm === 'none') return new UnsecuredJWT(claims).encode()
    const key = new TextEncoder().encode(lies.key ?? CLIENT.secret)
    return new SignJWT(claims).setProtectedHeader({ alg: lies.algorithm ?? 'HS256' }).sign(key)
  }

  /** Redeems a code: RFC 6749, 4.1.3 and RFC 7636, 4.6. */
  function spend(params: URLSearchParams) {
    const grant = codes.get(params.get('code') ?? '')
    codes.delete(params.get('code') ?? '')
    const challenge = createHash('sha256').update(params.get('code_verifier') ?? '')
    const isGood =
      grant &&
      Date.now() < grant.until &&
      params.get('grant_type') === 'authorization_code' &&
      params.get('redirect_uri') === grant.params.get('redirect_uri') &&
      challenge.digest('base64url') === grant.params.get('code_challenge')
    return isGood ? grant : null
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse, isLine: boolean) {
    const params = new URLSearchParams(await text(request))
    if (lies.token) return lies.token(response)
    const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')
    const isUs = isLine
      ? params.get('client_id') === CLIENT.id && params.get('client_secret') === CLIENT.secret
      : request.headers.authorization === `Basic ${basic}`
    if (!isUs) return respond(response, 401, { error: 'invalid_client' })
    const grant = spend(params)
    // X has its own error code for an invalid code.
    if (!grant)
      return respond(response, 400, { error: isLine ? 'invalid_grant' : 'invalid_request' })
    const token = randomUUID()
    tokens.set(token, grant.account)
    respond(response, 200, {
      access_token: token,
      token_type: 'bearer',
      expires_in: 7_200,
      ...(isLine && { id_token: await idToken(grant.params, grant.account) }),
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url!, base)
    switch (`${request.method} ${pathname}`) {
      case 'GET /i/oauth2/authorize':
      case 'GET /oauth2/v2.1/authorize':
        if (!wantsPage(searchParams)) return respond(response, 400, { error: 'invalid_request' })
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        return response.end(askingPage(searchParams))
      case 'POST /decide': {
        const params = new URLSearchParams(await text(request))
        const account = accounts.find(({ id }) => id === params.get('account')) ?? null
        return response.writeHead(303, { location: decide(params, account) }).end()
      }
      case 'POST /2/oauth2/token':
        return giveToken(request, response, false)
      case 'POST /oauth2/v2.1/token':
        return giveToken(request, response, true)
      case 'GET /2/users/me': {
        const account = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
        if (!account) return respond(response, 401, { title: 'Unauthorized' })
        return respond(response, 200, { data: { ...account, username: account.id } })
      }
      default:
        return respond(response, 404, {})
    }
  }

  return {
    base,
    /** Environment of the site. */
    env: {
      ...{ X_CLIENT_ID: CLIENT.id, X_CLIENT_SECRET: CLIENT.secret, OAUTH_BASE_X: base },
      ...{ LINE_CLIENT_ID: CLIENT.id, LINE_CLIENT_SECRET: CLIENT.secret, OAUTH_BASE_LINE: base },
    },
    lie(about: Lies) {
      lies = about
    },
    /** Follows the redirect and consents as `account`; returns the query of the callback. */
    async agree(address: string, account: string | null) {
      const authorizeUrl = new URL(address)
      const body = new URLSearchParams([...authorizeUrl.searchParams, ['account', account ?? '']])
      const back = await fetch(`${base}/decide`, { method: 'POST', body, redirect: 'manual' })
      return new URL(back.headers.get('location')!)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type Services = Awaited<ReturnType<typeof startOpenIdProviders>>

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
