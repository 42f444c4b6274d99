import { hash } from 'node:crypto'
import type { Context } from 'hono'
import type { Endpoint, Status } from '#contract/http/endpoint.ts'
import type { FileAnswer } from '../routes.ts'
import { compressed } from './brotli.ts'
import { type Page, Reply } from './reply.ts'
import { type SseAnswer, startSse } from './sse.ts'

const JSON_TYPE = 'application/json'
const HTML_TYPE = 'text/html; charset=UTF-8'

/** Copies what the output schema names. */
export type Trim = (value: unknown) => unknown

/** What a response contains, without what depends on the client: a 304, and compression. */
export interface Content {
  status: Exclude<Status, 204>
  body: string | FileAnswer['bytes']
  headers: Record<string, string>
  /** ETag; default: a hash of the body. */
  tag: string | undefined
  /** The body, once a client has asked for it in Brotli. */
  brotli?: Uint8Array<ArrayBuffer>
}

/** Builds the response of a handler’s result; `open`: the same for everybody. */
export function answer(
  c: Context,
  endpoint: Endpoint,
  trim: Trim,
  result: unknown,
  open: boolean,
): Response {
  const body = result instanceof Reply ? result.body : result
  if (statusOf(endpoint, result) === 204) return c.body(null, 204)
  if (endpoint.kind === 'redirect') return c.redirect(bodyOf('redirect', body), 302)
  if (endpoint.kind === 'sse') return startSse(c, bodyOf('sse', body))
  const isTagged = open || endpoint.cacheable === true
  return sendContent(c, contentOf(c, endpoint, trim, result), isTagged)
}

/** The content of a handler's result, except of a redirect and an event stream. */
export function contentOf(c: Context, endpoint: Endpoint, trim: Trim, result: unknown): Content {
  const body = result instanceof Reply ? result.body : result
  const status = statusOf(endpoint, result)
  if (status === 204) throw new Error('a 204 has no content')
  const of = (bytes: Content['body'], headers: Content['headers']): Content => ({
    status,
    body: bytes,
    headers,
    tag: result instanceof Reply ? result.tag : undefined,
  })
  const json = (value: unknown, headers: Content['headers'] = {}) =>
    of(JSON.stringify(trim(value)), { ...headers, 'content-type': JSON_TYPE })
  switch (endpoint.kind) {
    case 'list': {
      if (isFile(body)) return of(body.bytes, fileHeaders(body))
      const list = bodyOf('list', body)
      return json(list.items, listHeaders(c, list))
    }
    case 'html':
      return of(bodyOf('html', body), { 'content-type': HTML_TYPE })
    case 'file': {
      const file = bodyOf('file', body)
      return of(file.bytes, fileHeaders(file))
    }
    default:
      return json(body)
  }
}

/** Sends a content to this client; `isTagged`: with an ETag, and as a 304 if the client has it already. */
export function sendContent(c: Context, content: Content, isTagged: boolean): Response {
  const { status, body } = content
  let { headers } = content
  if (isTagged && !(body instanceof ReadableStream)) {
    content.tag ??= hash('sha1', body, 'base64url')
    headers = { ...headers, etag: `"${content.tag}"` }
    if (hasAlready(c, content.tag)) return c.body(null, 304, withoutType(headers))
  }
  const bytes = typeof body === 'string' ? compressed(c, body, content) : body
  return c.body(bytes, status, headers)
}

const withoutType = ({ 'content-type': _, ...headers }: Content['headers']) => headers

interface Bodies {
  list: Page<unknown>
  html: string
  redirect: string
  file: FileAnswer
  sse: SseAnswer
}
// `routes` has matched each kind with the type of its answers.
const bodyOf = <K extends keyof Bodies>(_kind: K, body: unknown) => body as Bodies[K]

/** Whether the result is a file: some lists can also be downloaded as a table. */
const isFile = (body: unknown): body is FileAnswer =>
  typeof body === 'object' && body !== null && 'bytes' in body

function statusOf({ status = 200 }: Endpoint, result: unknown): Status {
  const promised: readonly Status[] = typeof status === 'number' ? [status] : status
  const [first = 200] = promised
  const code = (result instanceof Reply && result.status) || first
  if (!promised.includes(code)) throw new Error(`${code} is not among ${promised.join()}`)
  return code
}

function listHeaders(
  c: Context,
  { items, more, after, total }: Page<unknown>,
): Record<string, string> {
  const headers: Record<string, string> = {}
  if (total !== undefined) headers['x-total-count'] = String(total)
  if (more) {
    const url = new URL(c.req.url)
    url.searchParams.set('offset', String(Number(c.req.query('offset') ?? 0) + items.length))
    if (after) url.searchParams.set('after', JSON.stringify(after))
    headers.link = `<${url.pathname}${url.search}>; rel="next"`
  }
  return headers
}

const fileHeaders = ({ name, type }: FileAnswer): Record<string, string> => ({
  'content-type': type,
  ...(name && {
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  }),
})

export function hasAlready(c: Context, tag: string): boolean {
  const etag = `"${tag}"`
  const known = (c.req.header('if-none-match') ?? '').split(/,\s*/)
  return known.some((one) => one === '*' || one.replace(/^W\//, '') === etag)
}
