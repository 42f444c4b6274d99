import { auth } from '#contract/auth.ts'
import { type Caller, createCaller } from '#contract/caller.ts'

/** The API of a running site, as somebody: what a page shows is compared with it. */
export async function apiAs(siteUrl: string, email: string | null): Promise<Caller> {
  const reach = (url: string, init: RequestInit) => fetch(new URL(url, siteUrl), init)
  const visitor = createCaller({ fetch: reach, token: () => null })
  if (email === null) return visitor
  const { access_token } = await visitor(auth.login, { body: { email, password: 'password' } })
  return createCaller({ fetch: reach, token: () => access_token })
}
