import type { Status } from '#contract/http/endpoint.ts'

/**
 * `social`: a social login started in this browser. `watch`: recognizes a browser that was given a stream; `device`:
 * one that has logged in. Neither authenticates.
 */
export type CookieName = 'refresh_token' | 'reset_token' | 'social' | 'watch' | 'device'
export type Cookies = Partial<Record<CookieName, string>>
/** `value` null deletes the cookie; `maxAge` in seconds. */
export interface SetCookie {
  name: CookieName
  value: string | null
  maxAge: number
}

/** A response with more than a body: one of the endpoint's statuses, or a cookie. */
export class Reply<T> {
  readonly body: T
  readonly status: Status | undefined
  readonly cookies: readonly SetCookie[]
  /** ETag of the body; default: a hash of its bytes. */
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

/** A lazy response, built only if the client does not have the version `tag`. */
export class Tagged<T> {
  readonly tag: string
  readonly make: () => Promise<Reply<T>>
  constructor(tag: string, make: () => Promise<Reply<T>>) {
    this.tag = tag
    this.make = make
  }
}

/** One page of a list, sent as an array with `Link` and `X-Total-Count`. */
export interface Page<T> {
  items: T[]
  more: boolean
  /** Order and place of the last row, from which the next page goes on; without it, after so many rows. */
  after?: [sort: string, key: string | number, id: string]
  total?: number
}

/** Queries one extra row to find out whether there is a next page. */
export async function page<P extends { limit: number }, T>(
  paging: P,
  ask: (window: P) => Promise<T[]>,
): Promise<Page<T>> {
  const rows = await ask({ ...paging, limit: paging.limit + 1 })
  return { items: rows.slice(0, paging.limit), more: rows.length > paging.limit }
}
