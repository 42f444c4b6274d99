import type * as z from 'zod'
import type { Endpoint, Shape } from './endpoint.ts'

type Place = 'params' | 'query' | 'body'
type ShapeOf<E extends Endpoint> = NonNullable<E['shape']>
type Optional<T, K extends PropertyKey> = Omit<T, K> & Partial<Pick<T, K & keyof T>>
// Input parts that accept an empty object are optional.
type Skippable<T> = { [K in keyof T]: Record<never, never> extends T[K] ? K : never }[keyof T]

type SentParts<S extends Shape> = { [K in keyof S & Place]: z.input<Extract<S[K], z.ZodType>> }
type AsForm<T> = { [K in keyof T]: K extends 'body' ? FormData : T[K] }
type SentAs<E extends Endpoint> = E extends { kind: 'multipart' | 'files' }
  ? AsForm<SentParts<ShapeOf<E>>>
  : E extends { kind: 'bytes' }
    ? SentParts<ShapeOf<E>> & { body: Blob }
    : SentParts<ShapeOf<E>>

/** Input of a call; parts that may be empty are optional. */
export type Sent<E extends Endpoint> = Optional<SentAs<E>, Skippable<SentAs<E>>>

/** Validated and converted input of a handler. */
export type Received<S extends Shape> = {
  [K in keyof S & Place]: z.output<Extract<S[K], z.ZodType>>
}

/** A page of a list. */
export interface Listed<T> {
  items: T[]
  /** Offset of the next page; null on the last one. */
  next: number | null
  /** Place of its last row, if the list is sorted: from there the next page goes on, also after rows came or went. */
  after?: string
  total: number | null
}

type Output<E extends Endpoint> =
  ShapeOf<E> extends { output: infer O extends z.ZodType } ? z.output<O> : undefined

/** `undefined` if a call may answer 204. */
type Nothing<E extends Endpoint> = E extends { status: readonly (infer S)[] }
  ? 204 extends S
    ? undefined
    : never
  : never

/** Result of a call; nothing for a 204. */
export type Returned<E extends Endpoint> = E extends { kind: 'list' }
  ? Output<E> extends (infer T)[]
    ? Listed<T>
    : never
  : Output<E> | Nothing<E>
