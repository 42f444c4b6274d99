import type * as z from 'zod'
import type { Call, Endpoint, Shape } from '#contract/http/endpoint.ts'
import type { Received } from '#contract/http/types.ts'
import { defined } from '#contract/lib/defined.ts'
import type { ReadResult } from '#contract/reads/calls.ts'
import type { GateDevice, Viewer } from '#server/process/deps.ts'
import type { Cookies, Page, Reply, Tagged } from './answers/reply.ts'
import type { SseAnswer } from './answers/sse.ts'

/** The client, for rate limits and the list of devices. */
export interface Client {
  address: string
  device: string
  /** Device cookie that the browser got at a login of any user; null without one. */
  deviceKey: string | null
}

/** A form is read on demand, after the handler has checked the path's object and the caller's right to it. */
type ReceivedAs<S extends Shape, C extends Call> = C['kind'] extends 'files' | 'multipart'
  ? { [K in keyof Received<S>]: K extends 'body' ? () => Promise<Received<S>[K]> : Received<S>[K] }
  : C['kind'] extends 'bytes'
    ? Received<S> & { bytes: AsyncIterable<Uint8Array> }
    : Received<S>

/** Streams end when the client disconnects, which aborts `signal`. */
export type HandlerInput<S extends Shape, C extends Call> = ReceivedAs<S, C> & {
  viewer: C['auth'] extends 'optional' | 'door'
    ? Viewer | null
    : C['auth'] extends 'none' | 'cookie'
      ? null
      : Viewer
  /** The calling gate; null for a person. */
  gate: C['auth'] extends 'door' ? GateDevice | null : null
  client: Client
  cookies: Cookies
  signal: AbortSignal
  lastEventId: string | undefined
  /** Answers another call of the same client, by its path below the base of the API. */
  ask: (call: string) => Promise<ReadResult>
}
export interface FileAnswer {
  bytes: Uint8Array<ArrayBuffer> | ReadableStream
  type: string
  name?: string
}

type Output<S extends Shape> = S extends { output: infer O extends z.ZodType }
  ? z.input<O>
  : undefined
type ItemOf<T> = T extends (infer I)[] ? I : never
type Answer<S extends Shape, K> = K extends 'html' | 'redirect'
  ? string
  : K extends 'file'
    ? FileAnswer
    : K extends 'sse'
      ? SseAnswer
      : K extends 'list'
        ? Page<ItemOf<Output<S>>> | FileAnswer
        : Output<S>
type Or204<C extends Call> = C['status'] extends readonly (infer T)[]
  ? 204 extends T
    ? undefined
    : never
  : never
type Handler<S extends Shape, C extends Call> = (
  input: HandlerInput<S, C>,
) => Promise<
  | Answer<S, C['kind']>
  | Reply<Answer<S, C['kind']> | Or204<C>>
  | Tagged<Answer<S, C['kind']>>
  | VoidIfNone<S>
>
// biome-ignore lint/suspicious/noConfusingVoidType: it stands in a return type, for handlers that return nothing.
type VoidIfNone<S extends Shape> = S extends { output: z.ZodType } ? never : void

export interface Route {
  readonly endpoint: Endpoint
  readonly shape: Shape
  readonly handle: (input: never) => unknown
}

/** Assigns a handler to every call of a feature; missing and unknown ones are compile errors. */
export function routes<
  S extends Record<string, Shape>,
  T extends { [K in keyof S]: Endpoint<S[K]> },
>(calls: T, shapes: S, handlers: { [K in keyof S]: Handler<S[K], T[K]> }): Route[] {
  return Object.keys(calls).map((name) => ({
    endpoint: defined(calls[name], name),
    shape: defined(shapes[name], `the shape of ${name}`),
    handle: defined(handlers[name], `the handler of ${name}`),
  }))
}
