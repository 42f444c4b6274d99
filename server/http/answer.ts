import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Endpoint, Shape, Status } from '#contract/endpoint.ts'
import { type Page, Reply } from './reply.ts'
import type { FileAnswer, SseAnswer } from './routes.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/** Turns what a handler returned into the response that its endpoint promised. */
export async function answer(
  c: Context,
  endpoint: Endpoint,
  { output }: Shape,
  result: unknown,
): Promise<Response> {
  const body = result instanceof Reply ? result.body : result
  const status = statusOf(endpoint, result)
  const trim = (value: unknown) => JSON.stringify(output?.parse(value))
  if (status === 204) return c.body(null, 204)
  switch (endpoint.kind ?? 'json') {
    case 'json':
    case 'multipart':
      return c.body(trim(body), status, JSON_TYPE)
    case 'list':
      return c.body(trim(listHeaders(c, body as Page<unknown>)), status, JSON_TYPE)
    case 'html':
      return c.html(body as string, status)
    case 'redirect':
      return c.redirect(body as string, 302)
    case 'file':
      return file(c, body as FileAnswer, status)
    case 'sse':
      return streamSSE(c, async (stream) => {
        for await (const { id, data } of body as SseAnswer) {
          if (stream.aborted) break
          await stream.writeSSE({ data: trim(data), ...(id && { id }) })
        }
      })
  }
}

function statusOf({ status = 200 }: Endpoint, result: unknown): Status {
  const promised: readonly Status[] = typeof status === 'number' ? [status] : status
  const said = (result instanceof Reply && result.status) || promised[0]!
  if (!promised.includes(said)) throw new Error(`${said} is not among ${promised.join()}`)
  return said
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

function file(c: Context, { bytes, type, name }: FileAnswer, status: Status): Response {
  if (name)
    c.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  return c.body(bytes, status as 200, { 'content-type': type })
}

/** The same answer with a validator, or 304 where the caller has it already. Only for what is public. */
export async function withEtag(c: Context, response: Response): Promise<Response> {
  const body = Buffer.from(await response.arrayBuffer())
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  c.header('etag', etag)
  const known = (c.req.header('if-none-match') ?? '').split(/,\s*/)
  if (known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)) return c.body(null, 304)
  return c.body(body, response.status as 200)
}
