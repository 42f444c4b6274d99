import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SignJWT, UnsecuredJWT } from 'jose'
import { escaped } from '#contract/markup.ts'

/** A channel's secret at LINE is as long as this. */
export const CLIENT = { id: 'room-client', secret: '0123456789abcdef0123456789abcdef' }

export interface Account {
  id: string
  name: string
  email?: string
}
/** What a service does instead of what it should. */
export interface Lies {
  /** In place of what the id token should say. */
  claims?: Record<string, unknown>
  /** In place of our secret. */
  key?: string
  algorithm?: string
  /** Answers for the token itself. */
  token?: (response: ServerResponse) => void
}

const CODE_LIFE_MS = 60_000

/**
 * X and LINE on loopback, as far as we ask them: a page that asks, codes that are good once, for whom they were made and
 * with their proof key, and what each says of a person. No page of theirs is copied.
 */
export async function openServices(accounts: Account[]) {
  const codes = new Map<string, { asked: URLSearchParams; account: Account; until: number }>()
  const tokens = new Map<string, Account>()
  let lies: Lies = {}

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Where the browser is sent once somebody has said yes, or no with null. */
  function decide(asked: URLSearchParams, account: Account | null): string {
    const back = new URL(asked.get('redirect_uri')!)
    back.searchParams.set('state', asked.get('state')!)
    if (!account) {
      back.searchParams.set('error', 'access_denied')
      return back.href
    }
    const code = randomUUID()
    codes.set(code, { asked, account, until: Date.now() + CODE_LIFE_MS })
    back.searchParams.set('code', code)
    return back.href
  }

  function askingPage(asked: URLSearchParams): string {
    const fields = [...asked].map(
      ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
    )
    const buttons = accounts.map(
      ({ id, name }) => `<button name="account" value="${escaped(id)}">${escaped(name)}</button>`,
    )
    return `<!doctype html><html lang="ja"><title>連携</title><form method="post" action="/decide">
      ${fields.join('')}${buttons.join('')}<button name="account" value="">許可しない</button></form>`
  }

  const wantsPage = (asked: URLSearchParams) =>
    asked.get('client_id') === CLIENT.id &&
    asked.get('response_type') === 'code' &&
    asked.get('code_challenge_method') === 'S256' &&
    Boolean(asked.get('code_challenge') && asked.get('state'))

  async function idToken(asked: URLSearchParams, account: Account) {
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: base,
      aud: CLIENT.id,
      sub: account.id,
      name: account.name,
      ...(account.email && { email: account.email }),
      iat: now,
      exp: now + 3_600,
      nonce: asked.get('nonce'),
      ...lies.claims,
    }
    if (lies.algorithm === 'none') return new UnsecuredJWT(claims).encode()
    const key = new TextEncoder().encode(lies.key ?? CLIENT.secret)
    return new SignJWT(claims).setProtectedHeader({ alg: lies.algorithm ?? 'HS256' }).sign(key)
  }

  /** RFC 6749, 4.1.3 and RFC 7636, 4.6. */
  function spend(asked: URLSearchParams) {
    const found = codes.get(asked.get('code') ?? '')
    codes.delete(asked.get('code') ?? '')
    const challenge = createHash('sha256').update(asked.get('code_verifier') ?? '')
    const isGood =
      found &&
      Date.now() < found.until &&
      asked.get('grant_type') === 'authorization_code' &&
      asked.get('redirect_uri') === found.asked.get('redirect_uri') &&
      challenge.digest('base64url') === found.asked.get('code_challenge')
    return isGood ? found : null
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse, isLine: boolean) {
    const asked = new URLSearchParams(await text(request))
    if (lies.token) return lies.token(response)
    const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')
    const isUs = isLine
      ? asked.get('client_id') === CLIENT.id && asked.get('client_secret') === CLIENT.secret
      : request.headers.authorization === `Basic ${basic}`
    if (!isUs) return say(response, 401, { error: 'invalid_client' })
    const found = spend(asked)
    // X has a word of its own for a code that is good for nothing.
    if (!found) return say(response, 400, { error: isLine ? 'invalid_grant' : 'invalid_request' })
    const token = randomUUID()
    tokens.set(token, found.account)
    say(response, 200, {
      access_token: token,
      token_type: 'bearer',
      expires_in: 7_200,
      ...(isLine && { id_token: await idToken(found.asked, found.account) }),
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url!, base)
    switch (`${request.method} ${pathname}`) {
      case 'GET /i/oauth2/authorize':
      case 'GET /oauth2/v2.1/authorize':
        if (!wantsPage(searchParams)) return say(response, 400, { error: 'invalid_request' })
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        return response.end(askingPage(searchParams))
      case 'POST /decide': {
        const asked = new URLSearchParams(await text(request))
        const account = accounts.find(({ id }) => id === asked.get('account')) ?? null
        return response.writeHead(303, { location: decide(asked, account) }).end()
      }
      case 'POST /2/oauth2/token':
        return giveToken(request, response, false)
      case 'POST /oauth2/v2.1/token':
        return giveToken(request, response, true)
      case 'GET /2/users/me': {
        const account = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
        if (!account) return say(response, 401, { title: 'Unauthorized' })
        return say(response, 200, { data: { ...account, username: account.id } })
      }
      default:
        return say(response, 404, {})
    }
  }

  return {
    base,
    /** What the product has to know of them. */
    env: {
      ...{ X_CLIENT_ID: CLIENT.id, X_CLIENT_SECRET: CLIENT.secret, OAUTH_BASE_X: base },
      ...{ LINE_CLIENT_ID: CLIENT.id, LINE_CLIENT_SECRET: CLIENT.secret, OAUTH_BASE_LINE: base },
    },
    lie(about: Lies) {
      lies = about
    },
    /** Goes where the product sent somebody, who agrees as `account`: what the page they come back to is given. */
    async agree(address: string, account: string | null) {
      const asked = new URL(address)
      const body = new URLSearchParams([...asked.searchParams, ['account', account ?? '']])
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
export type Services = Awaited<ReturnType<typeof openServices>>

function say(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
