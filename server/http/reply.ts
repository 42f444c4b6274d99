import type { Status } from '#contract/endpoint.ts'

/**
 * `social` is a trip to another service that began in this browser. `watch` knows a browser again that was given a
 * stream, `device` one that was logged in from; they are no login.
 */
export type CookieName = 'refresh_token' | 'reset_token' | 'social' | 'watch' | 'device'
export type Cookies = Partial<Record<CookieName, string>>
/** `value` null deletes the cookie; `maxAge` in seconds. */
export interface SetCookie {
  name: CookieName
  value: string | null
  maxAge: number
}

/** An answer that says more than its body: which of the endpoint's statuses it is, or a cookie to keep. */
export class Reply<T> {
  readonly body: T
  readonly status: Status | undefined
  readonly cookies: readonly SetCookie[]
  /** Names what the body says; without one, its bytes do. */
  readonly tag: string | undefined
  constructor(
    body: T,
    {
      status,
      cookie = [],
      tag,
    }: { status?: Status; cookie?: SetCookie | SetCookie[]; tag?: string } = {},
  ) {
    this.body = body
    this.tag = tag
    this.status = status
    this.cookies = [cookie].flat()
  }
}

/** An answer that is dear to make: it is made only for who does not have what `tag` names. */
export class Tagged<T> {
  readonly tag: string
  readonly make: () => Promise<Reply<T>>
  constructor(tag: string, make: () => Promise<Reply<T>>) {
    this.tag = tag
    this.make = make
  }
}

/** One page of a list: mount turns it into an array with `Link` and `X-Total-Count`. */
export interface Page<T> {
  items: T[]
  more: boolean
  total?: number
}

/** Asks for one row too many to learn whether there is a next page. */
export async function page<T>(
  { limit }: { limit: number },
  ask: (limit: number) => Promise<T[]>,
): Promise<Page<T>> {
  const rows = await ask(limit + 1)
  return { items: rows.slice(0, limit), more: rows.length > limit }
}
