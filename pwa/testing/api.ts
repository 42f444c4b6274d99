import { auth } from '#contract/auth/calls.ts'
import { type Caller, createCaller } from '#contract/http/caller.ts'

/** An API client of a running site as this user, to compare with what a page shows. */
export async function apiAs(siteUrl: string, email: string | null): Promise<Caller> {
  const reach = (url: string, init: RequestInit) => fetch(new URL(url, siteUrl), init)
  const visitor = createCaller({ fetch: reach, token: () => null })
  if (email === null) return visitor
  const { access_token } = await visitor(auth.login, { body: { email, password: 'password' } })
  return createCaller({ fetch: reach, token: () => access_token })
}
