import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { CookieName, Cookies, SetCookie } from './answers/reply.ts'

const names: CookieName[] = ['refresh_token', 'reset_token', 'social', 'watch']

/** Reads and writes our cookies; on https with the `__Host-` prefix and `Secure`. */
export function cookieJar(siteUrl: string) {
  const secure = siteUrl.startsWith('https:')
  const prefix = secure ? 'host' : undefined
  return {
    read: (c: Context): Cookies =>
      Object.fromEntries(
        names.flatMap((name) => {
          const value = getCookie(c, name, prefix)
          return value ? [[name, value]] : []
        }),
      ),
    readOne: (c: Context, name: CookieName) => getCookie(c, name, prefix),
    write: (c: Context, { name, value, maxAge }: SetCookie) =>
      setCookie(c, name, value ?? '', {
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
        secure,
        maxAge: value === null ? 0 : maxAge,
        ...(prefix && { prefix }),
      }),
  }
}
