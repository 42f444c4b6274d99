import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { newRequestId } from './request-id.ts'
import type { Throttle } from './throttle.ts'

/** An answer that lies ready in memory, the same bytes for everybody whom `etag` names. */
export interface Ready {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
}
/** Looks only at what is in memory, or soon will be; undefined leaves the call to the ordinary way, refusals too. */
export type FindReady = (
  viewer: Viewer,
  id: string,
  search: string,
) => Ready | undefined | Promise<Ready | undefined>

/** Who bears a token; and of one that comes again on the same line, without a search among thousands. */
interface Tokens<K> {
  viewerOf: Deps['viewerOf']
  find: (token: string) => K | undefined
  viewerIn: (known: K, token: string) => Viewer | undefined
}
interface ReadyDeps<K> {
  tokens: Tokens<K>
  polls: Throttle
  headers: Record<string, string>
  observe: (method: string, status: number, seconds: number) => void
}
/** Answers, or leaves it to `next`. */
export type EarlyListener = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: () => void,
) => void

const BEARER = 'Bearer '
const KNOWN = Symbol('what is known of the token on this line')
const PRIVATE = { 'cache-control': 'private, no-store' }

/** The first of them that answers. */
export const oneAfterAnother = (listeners: EarlyListener[]): EarlyListener =>
  listeners.reduceRight<EarlyListener>(
    (after, listener) => (incoming, outgoing, next) =>
      listener(incoming, outgoing, () => after(incoming, outgoing, next)),
    (_, __, next) => next(),
  )

/**
 * For what thousands ask each second: stands at the socket, before everything else, and answers what needs neither a
 * database nor JSON. Only a login that holds and a question as our own app puts it are answered here, and nothing is
 * logged. `path` has one parameter, `:id`.
 */
export function readyListener<K>(
  path: string,
  find: FindReady,
  { tokens, ...deps }: ReadyDeps<K>,
): EarlyListener {
  const asked = new RegExp(`^${path.replace(':id', '([\\w-]+)')}(?:\\?(.*))?$`)
  const full = { ...deps.headers, ...PRIVATE, 'content-type': 'application/json' }

  function viewerOn(line: Socket & { [KNOWN]?: K | undefined }, token: string) {
    const known = line[KNOWN]
    const viewer = known && tokens.viewerIn(known, token)
    if (viewer) return viewer
    line[KNOWN] = tokens.find(token)
    return tokens.viewerOf(token)
  }
  function found(viewer: Viewer | 'expired' | null, id: string, search: string) {
    if (viewer === null || viewer === 'expired') return undefined
    const ready = find(viewer, id, search)
    if (ready instanceof Promise) return ready.then((late) => counted(viewer, late))
    return counted(viewer, ready)
  }
  function counted(viewer: Viewer, ready: Ready | undefined) {
    if (ready) deps.polls.count(viewer.id)
    return ready
  }
  function send(outgoing: ServerResponse, { bytes, etag }: Ready, isKnown: boolean) {
    const named = { etag, 'x-request-id': newRequestId() }
    if (!isKnown) {
      outgoing.writeHead(200, { ...full, ...named, 'content-length': bytes.length })
      return void outgoing.end(bytes)
    }
    // HTTP/1.1 keeps connections anyway; saying so would be a third of the answer.
    outgoing.removeHeader('connection')
    outgoing.writeHead(304, { ...PRIVATE, ...named }).end()
  }

  return (incoming, outgoing, next) => {
    const [, id, search = ''] = (incoming.method === 'GET' && asked.exec(incoming.url!)) || []
    const authorization = id === undefined ? undefined : fieldOf(incoming, 'authorization')
    if (id === undefined || !authorization?.startsWith(BEARER)) return next()
    const known = fieldOf(incoming, 'if-none-match')
    const startedAt = performance.now()
    const answer = (ready: Ready | undefined) => {
      if (!ready) return next()
      const isKnown = known === ready.etag
      send(outgoing, ready, isKnown)
      // Node keeps the last question of every open line: thousands of them grow old, and collecting them is dear.
      incoming.rawHeaders.length = 0
      deps.observe('GET', isKnown ? 304 : 200, (performance.now() - startedAt) / 1000)
    }
    try {
      const viewer = viewerOn(incoming.socket, authorization.slice(BEARER.length))
      const ready =
        viewer instanceof Promise
          ? viewer.then((late) => found(late, id, search))
          : found(viewer, id, search)
      if (ready instanceof Promise) ready.then(answer, next)
      else answer(ready)
    } catch {
      // A refusal is the ordinary way's to say.
      next()
    }
  }
}

/** As it was sent: `headers` would first make an object of all of them. */
function fieldOf({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === name.length && rawHeaders[at]!.toLowerCase() === name)
      return rawHeaders[at + 1]
  return undefined
}
