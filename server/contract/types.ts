import type * as z from 'zod'
import type { Endpoint, Shape } from './endpoint.ts'

type Place = 'params' | 'query' | 'body'
type ShapeOf<E extends Endpoint> = NonNullable<E['shape']>
type Optional<T, K extends PropertyKey> = Omit<T, K> & Partial<Pick<T, K & keyof T>>
// A part that accepts an empty object may be left out.
type Skippable<T> = { [K in keyof T]: Record<never, never> extends T[K] ? K : never }[keyof T]

type SentParts<S extends Shape> = { [K in keyof S & Place]: z.input<Extract<S[K], z.ZodType>> }
type AsForm<T> = { [K in keyof T]: K extends 'body' ? FormData : T[K] }
type SentAs<E extends Endpoint> = E extends { kind: 'multipart' | 'files' }
  ? AsForm<SentParts<ShapeOf<E>>>
  : E extends { kind: 'bytes' }
    ? SentParts<ShapeOf<E>> & { body: Blob }
    : SentParts<ShapeOf<E>>

/** What a caller sends; a part that may be empty may be left out. */
export type Sent<E extends Endpoint> = Optional<SentAs<E>, Skippable<SentAs<E>>>

/** What a handler receives: the same parts, checked and converted. */
export type Received<S extends Shape> = {
  [K in keyof S & Place]: z.output<Extract<S[K], z.ZodType>>
}

/** One page of a list, as a caller sees it. */
export interface Listed<T> {
  items: T[]
  /** The offset of the next page; null on the last one. */
  next: number | null
  total: number | null
}

type Output<E extends Endpoint> =
  ShapeOf<E> extends { output: infer O extends z.ZodType } ? z.output<O> : undefined

/** `undefined` where a call may also answer 204. */
type Nothing<E extends Endpoint> = E extends { status: readonly (infer S)[] }
  ? 204 extends S
    ? undefined
    : never
  : never

/** What comes back; nothing from a 204. */
export type Returned<E extends Endpoint> = E extends { kind: 'list' }
  ? Output<E> extends (infer T)[]
    ? Listed<T>
    : never
  : Output<E> | Nothing<E>
