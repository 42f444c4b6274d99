import type { Context, Hono } from 'hono'
import { defined } from '#contract/lib/defined.ts'
import { BODY_MAX_BYTES, CALLS } from '#contract/shared/limits.ts'
import type { Deps, GateDevice, Throttle, Viewer } from '#server/process/deps.ts'
import {
  answer,
  type Content,
  contentOf,
  hasAlready,
  sendContent,
  type Trim,
} from './answers/answer.ts'
import { trimOf } from './answers/picker.ts'
import { Reply, Tagged } from './answers/reply.ts'
import { type Lookups, shared } from './answers/shared.ts'
import { ApiError } from './api-error.ts'
import { bodyReader } from './body/body-reader.ts'
import { createBodySlots } from './body/body-slots.ts'
import { FormFiles, isForm } from './body/form-files.ts'
import { check, readInput } from './body/input.ts'
import { clientOf } from './client.ts'
import { cookieJar } from './cookies.ts'
import { assertSameOrigin } from './csrf.ts'
import { once } from './idempotency.ts'
import { type AppFetch, answerPart, isPart, mayBePart } from './part.ts'
import type { Client, Route } from './routes.ts'
import { createThrottle } from './throttle.ts'
import { admitCaller, bearerOf } from './viewer.ts'

type MountDeps = Pick<
  Deps,
  'db' | 'clock' | 'config' | 'viewerOf' | 'gateOf' | 'isConfirmed' | 'media' | 'newId'
>

/** A precondition of a call besides its access rights; null if there is none. Throws an `ApiError`. */
export type CallGate = (
  endpoint: Route['endpoint'],
) => ((viewer: Viewer | null, input: { body?: unknown }) => Promise<void>) | null
const OPEN: CallGate = () => null

/** Milliseconds for which visitors get the same answer of a shared call: less than between two looks at it. */
const KEPT_MS = 1_000

/** What the routes of an app share. */
interface Common {
  deps: MountDeps
  jar: ReturnType<typeof cookieJar>
  calls: Throttle
  polls: Throttle
  /** Of JSON bodies, and of bodies that are streamed. */
  slots: Record<'json' | 'stream', ReturnType<typeof createBodySlots>>
  /** Answers of shared calls to visitors, by URL. */
  kept: (url: string, make: () => Promise<Content>) => Promise<Content>
  /** Answers the parts of a batch. */
  fetch: AppFetch
}
type Precondition = ReturnType<CallGate>
interface Caller {
  viewer: Viewer | null
  gate: GateDevice | null
  client: Client
  /** The response is the same for everybody. */
  open: boolean
}

/**
 * Returns a function that mounts a route: authenticates, validates, runs the handler and writes the response.
 * Handlers are independent of HTTP. `polls` limits calls that are polled each second, and is shared with early
 * listeners; `lookups` counts those for kept answers; `fetch` is the whole app, for the parts of a batch.
 */
export function mounter(
  app: Hono,
  deps: MountDeps,
  polls: Throttle,
  gate: CallGate = OPEN,
  lookups?: Lookups,
  fetch: AppFetch = app.fetch,
) {
  const { siteUrl, rateLimits } = deps.config
  const calls = createThrottle(deps.clock, CALLS, rateLimits)
  const slots = { json: createBodySlots(JSON_BODIES), stream: createBodySlots(STREAMED_BODIES) }
  const ask = (_: string, make: () => Promise<Content>) => make()
  const kept = shared(deps.clock, { freshMs: KEPT_MS }, ask, lookups)
  const common: Common = { deps, jar: cookieJar(siteUrl), calls, polls, slots, kept, fetch }
  return (route: Route) => mount(app, common, route, gate(route.endpoint))
}

/**
 * A venue's visitors may share an address, and a JSON body is small; a streamed one holds a file, a connection and a
 * few buffers.
 */
const JSON_BODIES = { one: 200, all: 1_000 }
const STREAMED_BODIES = { one: 8, all: 100 }

function mount(app: Hono, common: Common, route: Route, assertPrecondition: Precondition) {
  const { deps } = common
  const { method, path, auth, kind, secret } = route.endpoint
  const read = bodyReader(route.endpoint)
  const trim = trimOf(route.shape.output, !deps.config.isProduction)
  app.on(method, path, async (c) => {
    // Without a body it says nothing of the call, and the client sends it by itself.
    if (isPart(c) && !mayBePart(route.endpoint)) return c.body(null, 404)
    if (auth === 'cookie') assertSameOrigin(c, deps.config.siteUrl)
    const caller = await admit(common, c, route.endpoint)
    const { viewer, open } = caller
    // A visitor's response may be cached anywhere, but must be revalidated, as a login changes it.
    c.header('cache-control', open ? 'public, no-cache' : 'private, no-store')
    if (open && auth === 'optional') c.header('vary', 'authorization')
    const respond = () => respondTo(common, c, route, caller, trim, assertPrecondition)
    const mayRepeat = viewer && !secret && kind !== 'bytes'
    // Only now: an unauthorized request must not use memory.
    const work = () =>
      read(c, () => (mayRepeat ? once(deps, c, viewer, respond, isForm(kind)) : respond()))
    if (method === 'GET') return work()
    const slots = isForm(kind) || kind === 'bytes' ? common.slots.stream : common.slots.json
    return slots(viewer?.id ?? caller.gate?.gateId ?? caller.client.address, work)
  })
}

/** Authenticates the caller and counts the call against their rate limit. */
async function admit(
  { deps, jar, calls, polls }: Common,
  c: Context,
  endpoint: Route['endpoint'],
): Promise<Caller> {
  const client: Client = {
    ...clientOf(c),
    // Lazy: only logins need it.
    get deviceKey() {
      return jar.readOne(c, 'device') ?? null
    },
  }
  const throttle = endpoint.throttle === 'poll' ? polls : calls
  const token = bearerOf(c.req.header('authorization'))
  const { viewer, gate } = await admitCaller(endpoint.auth, token, deps).catch(
    (failure: unknown) => {
      throttle.count(client.address)
      throw failure
    },
  )
  if (!isRendering(c)) throttle.count(viewer?.id ?? gate?.gateId ?? client.address)
  return { viewer, gate, client, open: isPublic(endpoint, viewer) }
}

async function respondTo(
  common: Common,
  c: Context,
  route: Route,
  caller: Caller,
  trim: Trim,
  assertPrecondition: Precondition,
): Promise<Response> {
  const { deps, jar, kept } = common
  const { endpoint } = route
  const { kind } = endpoint
  if (endpoint.shared && caller.open && deps.config.isProduction) {
    const make = async () => {
      const result = await handle(common, c, route, caller, null, assertPrecondition)
      return contentOf(c, endpoint, trim, result)
    }
    return sendContent(c, await kept(c.req.url, make), true)
  }
  const files = isForm(kind) ? new FormFiles(deps, c, BODY_MAX_BYTES[kind]) : null
  const outcome = await handle(common, c, route, caller, files, assertPrecondition).catch(
    async (error: unknown) => {
      await files?.clearAfter(error)
      throw error
    },
  )
  await files?.clear()
  if (outcome instanceof Tagged && hasAlready(c, outcome.tag))
    return c.body(null, 304, { etag: `"${outcome.tag}"` })
  const result = outcome instanceof Tagged ? await outcome.make() : outcome
  if (result instanceof Reply) for (const cookie of result.cookies) jar.write(c, cookie)
  return answer(c, endpoint, trim, result, caller.open)
}

/** Validates the input and runs the route's handler. */
async function handle(
  { jar, fetch }: Common,
  c: Context,
  route: Route,
  { viewer, gate, client }: Caller,
  files: FormFiles | null,
  assertPrecondition: Precondition,
) {
  const { endpoint, shape } = route
  const { auth, kind } = endpoint
  const input = await readInput(c, endpoint, shape)
  await assertPrecondition?.(viewer, input)
  const readForm = async () =>
    check(defined(shape.body, 'the shape of a form'), await defined(files, 'a form').read())
  const request = {
    ...input,
    ...(isForm(kind) && { body: readForm }),
    viewer,
    gate,
    client,
    get cookies() {
      if (auth === 'cookie') return jar.read(c)
      const watch = auth === 'viewer' && jar.readOne(c, 'watch')
      return watch ? { watch } : {}
    },
    // Lazy: only streams need it.
    get signal() {
      return c.req.raw.signal
    },
    ...(kind === 'bytes' && { bytes: bytesOf(c) }),
    lastEventId: c.req.header('last-event-id'),
    ask: answerPart(c, fetch),
  }
  // Each route has a request type of its own; `routes` has matched handler and shapes.
  return route.handle(request as never)
}

/** A call of this process's page renderer; requests from outside cannot set this. */
function isRendering(c: Context): boolean {
  const env: { rendering?: true } | undefined = c.env
  return env?.rendering === true
}

/** Whether the response is the same for everybody. */
const isPublic = ({ method, auth, kind }: Route['endpoint'], viewer: Viewer | null) =>
  method === 'GET' &&
  kind !== 'sse' &&
  kind !== 'redirect' &&
  (auth === 'none' || (auth === 'optional' && !viewer))

const NO_BYTES = new ReadableStream<Uint8Array>({ start: (stream) => stream.close() })

function bytesOf(c: Context) {
  const [type] = (c.req.header('content-type') ?? '').split(';', 1)
  if (type?.trim().toLowerCase() !== 'application/octet-stream') throw new ApiError(415)
  return c.req.raw.body ?? NO_BYTES
}
