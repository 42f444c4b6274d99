import type * as z from 'zod'

export const API_BASE = '/api/application'

export type Status = 200 | 201 | 202 | 204

/** Static description of an HTTP call. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  /**
   * `cookie`: authorized by a cookie, so only same-site pages may call it. `door`: the token of a gate, or the login
   * of its staff. `operator`: an operator who entered the password recently; `desk`: an operator before that.
   */
  readonly auth: 'none' | 'optional' | 'viewer' | 'operator' | 'desk' | 'cookie' | 'door'
  /** Default: 200. The first of several is used for a plain result. */
  readonly status?: Status | readonly Status[]
  /**
   * Default: `json`. `list`: a JSON array with the next page in `Link`. `multipart`: a form with small pictures;
   * `files`: a form with large files; `bytes`: a raw body. All three are read when the handler asks for them.
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
  /** `poll`: called about every second, with a rate limit of its own. */
  readonly throttle?: 'poll'
  /** Contains tokens or a password: never stored, not even for an `Idempotency-Key`. */
  readonly secret?: true
  /** What visitors get is the same for all of them, and may be a second old. */
  readonly shared?: true
  /** A private answer that browsers cache and revalidate. */
  readonly cacheable?: true
}

/** Schemas of the input (by its place) and of the output. Loaded by the server only. */
export interface Shape {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly output?: z.ZodType
}

/** A call with the types of its schemas. `shape` does not exist at run time. */
export type Endpoint<S extends Shape = Shape, C extends Call = Call> = C & { readonly shape?: S }

/** Defines the calls of a feature, one per schema: `endpoints<typeof shapes>()({ … })`. */
export const endpoints =
  <S extends Record<string, Shape>>() =>
  <const T extends { [K in keyof S]: Call }>(
    table: T & { [K in Exclude<keyof T, keyof S>]: never },
  ): { [K in keyof S]: Endpoint<S[K], T[K]> } =>
    table
