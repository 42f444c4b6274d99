import type * as z from 'zod'

export const API_BASE = '/api/application'

export type Status = 200 | 201 | 202 | 204

/** One HTTP call in plain values: all that a caller needs at run time. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  /**
   * `cookie`: authorised by a cookie, so only our own pages may ask. `door`: with the token of a gate, or the login of
   * somebody who works there. `operator`: of whoever runs the service and gave the password a short while ago; `desk`:
   * the same person before that.
   */
  readonly auth: 'none' | 'optional' | 'viewer' | 'operator' | 'desk' | 'cookie' | 'door'
  /** 200 unless said; the first of several is what a plain answer gets. */
  readonly status?: Status | readonly Status[]
  /**
   * `json` unless said. A `list` is a JSON array whose next page is named by `Link`. `files`: a form whose files are
   * read as they arrive; `bytes`: a body that is nothing but bytes.
   */
  readonly kind?:
    | 'json'
    | 'list'
    | 'multipart'
    | 'files'
    | 'bytes'
    | 'sse'
    | 'file'
    | 'html'
    | 'redirect'
  /** `poll`: asked every second or so, and counted apart from the rest. */
  readonly throttle?: 'poll'
  /** The answer carries tokens, or the question a password: neither is ever kept, not even for an `Idempotency-Key`. */
  readonly secret?: true
  /** A private answer that its caller keeps, and asks for again only where it has changed. */
  readonly kept?: true
}

/** What the call takes, each part from its own place, and what it gives back. Only the server holds these. */
export interface Shape {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly output?: z.ZodType
}

/** A call that knows its shape's types. `shape` is never there at run time. */
export type Endpoint<S extends Shape = Shape, C extends Call = Call> = C & { readonly shape?: S }

/** The calls of one feature, one for each of its shapes: `endpoints<typeof shapes>()({ … })`. */
export const endpoints =
  <S extends Record<string, Shape>>() =>
  <const T extends { [K in keyof S]: Call }>(
    table: T & { [K in Exclude<keyof T, keyof S>]: never },
  ): { [K in keyof S]: Endpoint<S[K], T[K]> } =>
    table
