import type { World } from '#server/testing/world.ts'

export const SITE = 'http://room.test'

/** A browser: keeps cookies and sends the Origin header of its page. */
export function openBrowser(world: World, { origin = SITE, address = '192.0.2.1' } = {}) {
  const cookies = new Map<string, string>()

  function storeCookies(response: Response) {
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = line.match(/^([^=]+)=([^;]*)/)!
      if (line.includes('Max-Age=0')) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
  }
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await world.fetch(
      `/api/application${path}`,
      {
        method,
        headers: { origin, ...(cookie && { cookie }), ...json, ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      },
      address,
    )
    storeCookies(response)
    return response
  }
  const tokenOf = async (response: Promise<Response>) =>
    ((await (await response).json()) as { access_token: string }).access_token

  return {
    cookies,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      send('POST', path, body, headers),
    put: (path: string, body: unknown, token: string) =>
      send('PUT', path, body, { authorization: `Bearer ${token}` }),
    login: (email: string, password: string) => send('POST', '/login', { email, password }),
    /** Logs in and returns the access token. */
    enter: (email: string, password: string) =>
      tokenOf(send('POST', '/login', { email, password })),
    refresh: () => send('POST', '/refresh'),
    /** Calls `/me` with a token. */
    me: (token: string) => send('GET', '/me', undefined, { authorization: `Bearer ${token}` }),
    remove: (path: string, token: string, body?: unknown) =>
      send('DELETE', path, body, { authorization: `Bearer ${token}` }),
  }
}
export type Browser = ReturnType<typeof openBrowser>

export interface ResponseBody {
  message: string
  errors?: Record<string, string[]>
}
export const bodyOf = async (response: Response) => (await response.json()) as ResponseBody

/** The newest emailed link to an address, with its parameters as the page posts them. */
export function linkTo(world: World, address: string) {
  const links = world.mail.sent
    .filter(({ to }) => to === address)
    .flatMap(({ text }) => text.match(/^http\S+signature=\S+$/m) ?? [])
  const url = links.at(-1) ?? ''
  const { pathname, searchParams } = new URL(url)
  return { page: pathname, link: Object.fromEntries(searchParams) as Record<Part, string> }
}
type Part = 'id' | 'expires' | 'signature'
