import { hash } from 'node:crypto'
import type { Context } from 'hono'
import type { Endpoint, Shape, Status } from '#contract/http/endpoint.ts'
import { compressed } from './brotli.ts'
import { type Page, Reply } from './reply.ts'
import type { FileAnswer } from './routes.ts'
import { type SseAnswer, startSse } from './sse.ts'

const JSON_TYPE = 'application/json'
const HTML_TYPE = 'text/html; charset=UTF-8'

/** Builds the response of a handler’s result; `open`: the same for everybody. */
export function answer(
  c: Context,
  endpoint: Endpoint,
  { output }: Shape,
  result: unknown,
  open: boolean,
): Response {
  const body = result instanceof Reply ? result.body : result
  const status = statusOf(endpoint, result)
  const etag = result instanceof Reply ? result.tag : undefined
  if (status === 204) return c.body(null, 204)
  const trim = (value: unknown) => JSON.stringify(output?.parse(value))
  const send = (bytes: string | FileAnswer['bytes'], type: string) =>
    (open || endpoint.cacheable) &&
    !(bytes instanceof ReadableStream) &&
    isKnown(c, etag ?? hash('sha1', bytes, 'base64url'))
      ? c.body(null, 304)
      : c.body(typeof bytes === 'string' ? compressed(c, bytes) : bytes, status, {
          'content-type': type,
        })
  switch (endpoint.kind ?? 'json') {
    case 'json':
    case 'multipart':
    case 'files':
    case 'bytes':
      return send(trim(body), JSON_TYPE)
    case 'list':
      if (isFile(body)) return send(fileHeaders(c, body), body.type)
      return send(trim(listHeaders(c, bodyOf('list', body))), JSON_TYPE)
    case 'html':
      return send(bodyOf('html', body), HTML_TYPE)
    case 'redirect':
      return c.redirect(bodyOf('redirect', body), 302)
    case 'file': {
      const file = bodyOf('file', body)
      return send(fileHeaders(c, file), file.type)
    }
    case 'sse':
      return startSse(c, bodyOf('sse', body))
  }
}

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

function listHeaders(c: Context, { items, more, total }: Page<unknown>): unknown[] {
  if (total !== undefined) c.header('x-total-count', String(total))
  if (more) {
    const url = new URL(c.req.url)
    url.searchParams.set('offset', String(Number(c.req.query('offset') ?? 0) + items.length))
    c.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  return items
}

function fileHeaders(c: Context, { bytes, name }: FileAnswer) {
  if (name)
    c.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  return bytes
}

/** Sets the ETag, and returns whether the client has this version already. */
function isKnown(c: Context, tag: string): boolean {
  c.header('etag', `"${tag}"`)
  return hasAlready(c, tag)
}

export function hasAlready(c: Context, tag: string): boolean {
  const etag = `"${tag}"`
  const known = (c.req.header('if-none-match') ?? '').split(/,\s*/)
  return known.some((one) => one === '*' || one.replace(/^W\//, '') === etag)
}
