import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { BODY_MAX_BYTES, CALLS } from '#contract/limits.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { answer, hasAlready } from './answer.ts'
import { clientOf } from './client.ts'
import { cookieJar } from './cookies.ts'
import { formFiles } from './form-files.ts'
import { once } from './idempotency.ts'
import { check, readInput } from './input.ts'
import { Refusal } from './refusal.ts'
import { Reply, Tagged } from './reply.ts'
import type { Client, Route } from './routes.ts'
import { demandSameOrigin } from './same-origin.ts'
import { createThrottle, type Throttle } from './throttle.ts'
import { admitCaller, bearerOf } from './viewer.ts'

type MountDeps = Pick<
  Deps,
  'db' | 'clock' | 'config' | 'viewerOf' | 'gateOf' | 'isConfirmed' | 'media' | 'newId'
>

/** What stands before a call besides its rights; null where nothing does. Throws a refusal. */
export type Gate = (
  endpoint: Route['endpoint'],
) => ((viewer: Viewer | null, input: { body?: unknown }) => Promise<void>) | null
const OPEN: Gate = () => null

/**
 * Returns what binds one route: who may, then what they ask, then the answer. Handlers see none of HTTP. `polls` counts
 * what is asked every second, also by those who answer before us.
 */
export function mounter(app: Hono, deps: MountDeps, polls: Throttle, gate: Gate = OPEN) {
  const { siteUrl, rateLimits } = deps.config
  const jar = cookieJar(siteUrl)
  const calls = createThrottle(deps.clock, CALLS, rateLimits)

  return function mount(route: Route) {
    const { endpoint, shape } = route
    const { method, path, auth, kind } = endpoint
    const demand = gate(endpoint)
    const read = isUnread(route) ? unread : withinLimit(kind)
    app.on(method, path, async (c) => {
      if (auth === 'cookie') demandSameOrigin(c, siteUrl)
      const client: Client = {
        ...clientOf(c),
        // Looked for when it is asked for: only logins do.
        get deviceKey() {
          return jar.readOne(c, 'device') ?? null
        },
      }
      const throttle = endpoint.throttle === 'poll' ? polls : calls
      const token = bearerOf(c.req.header('authorization'))
      const { viewer, gate } = await admitCaller(auth, token, deps).catch((refusal: unknown) => {
        throttle.count(client.address)
        throw refusal
      })
      if (!isRendering(c)) throttle.count(viewer?.id ?? gate?.gateId ?? client.address)
      const open = isPublic(endpoint, viewer)
      // A visitor's answer may be kept anywhere, but a login changes it.
      c.header('cache-control', open ? 'public, no-cache' : 'private, no-store')
      if (open && auth === 'optional') c.header('vary', 'authorization')

      const respond = async () => {
        const input = await readInput(c, endpoint, shape)
        await demand?.(viewer, input)
        const files = kind === 'files' ? formFiles(deps, c) : null
        const asked = {
          ...input,
          ...(files && { body: async () => check(shape.body!, await files.read()) }),
          viewer,
          gate,
          client,
          get cookies() {
            if (auth === 'cookie') return jar.read(c)
            const watch = auth === 'viewer' && jar.readOne(c, 'watch')
            return watch ? { watch } : {}
          },
          // Made when it is asked for: only streams do.
          get signal() {
            return c.req.raw.signal
          },
          ...(kind === 'bytes' && { bytes: bytesOf(c) }),
          lastEventId: c.req.header('last-event-id'),
        }
        const handle = async () => route.handle(asked as never)
        const given = await handle().catch(async (error: unknown) => {
          await files?.clearAfter(error)
          throw error
        })
        await files?.clear()
        if (given instanceof Tagged && hasAlready(c, given.tag))
          return c.body(null, 304, { etag: `"${given.tag}"` })
        const result = given instanceof Tagged ? await given.make() : given
        if (result instanceof Reply) for (const cookie of result.cookies) jar.write(c, cookie)
        return answer(c, endpoint, shape, result, open)
      }
      const mayRepeat = viewer && !endpoint.secret && kind !== 'bytes'
      // Not before: of somebody who may not ask nothing is held in memory.
      return read(c, () =>
        mayRepeat ? once(deps, c, viewer, respond, kind === 'files') : respond(),
      )
    })
  }
}

/** Asked by the page renderer of this process, not from outside: no request can set this. */
const isRendering = ({ env }: Context) =>
  (env as { rendering?: true } | undefined)?.rendering === true

/** Whether the answer is the same for everybody. */
const isPublic = ({ method, auth, kind }: Route['endpoint'], viewer: Viewer | null) =>
  method === 'GET' &&
  kind !== 'sse' &&
  kind !== 'redirect' &&
  (auth === 'none' || (auth === 'optional' && !viewer))

const NO_BYTES = new ReadableStream<Uint8Array>({ start: (stream) => stream.close() })

function bytesOf(c: Context) {
  const [type] = (c.req.header('content-type') ?? '').split(';', 1)
  if (type?.trim().toLowerCase() !== 'application/octet-stream') throw new Refusal(415)
  return c.req.raw.body ?? NO_BYTES
}

/** What is read as it arrives counts for itself how much that is. */
const isUnread = ({ endpoint: { method, kind } }: Route) =>
  method === 'GET' || kind === 'files' || kind === 'bytes'

type Answering = (c: Context, work: () => Promise<Response>) => Promise<Response>

/** A GET has no body, and looking for one costs more than all else here. */
const unread: Answering = (_, work) => work()

function withinLimit(kind: Route['endpoint']['kind']): Answering {
  const limit = bodyLimit({
    maxSize: BODY_MAX_BYTES[kind === 'multipart' ? kind : 'json'],
    onError: (_: Context) => {
      throw new Refusal(413)
    },
  })
  return async (c, work) => {
    let given: Response | undefined
    await limit(c, async () => {
      given = await work()
    })
    return given!
  }
}
