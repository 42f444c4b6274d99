import { expect, it } from 'vitest'
import type * as z from 'zod'
import { createCaller, RequestError, Unreachable, urlOf } from './caller.ts'
import { endpoints } from './endpoint.ts'

interface Shapes {
  find: {
    params: z.ZodObject<{ id: z.ZodString }>
    query: z.ZodObject<{ q: z.ZodOptional<z.ZodString> }>
  }
  leave: { body: z.ZodObject<{ password: z.ZodString }> }
  upload: { body: z.ZodObject<{ image: z.ZodFile }> }
  feed: { output: z.ZodString }
}
const { find, leave, upload, feed } = endpoints<Pick<Shapes, keyof Shapes>>()({
  find: { method: 'GET', path: '/room/:id', auth: 'none' },
  leave: { method: 'DELETE', path: '/me', auth: 'viewer', status: 204 },
  upload: { method: 'PUT', path: '/me/profile', auth: 'viewer', kind: 'multipart' },
  feed: { method: 'GET', path: '/feed', auth: 'none', kind: 'sse' },
})

function listen(answer: () => Response | Promise<Response>) {
  const sent: { url: string; init: RequestInit }[] = []
  const fetch = async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return answer()
  }
  return { sent, call: createCaller({ fetch, token: () => 'secret' }) }
}
const json = (body: unknown, status = 200) => Response.json(body, { status })
const html = (status: number) =>
  new Response('<h1>…</h1>', { status, headers: { 'content-type': 'text/html' } })

it('caller writes params into the path, followed by the query', async () => {
  const { sent, call } = listen(() => json({}))
  await call(find, { params: { id: 'a/b' }, query: { q: 'ジャズ' } })
  await call(find, { params: { id: 'a' } })
  expect(sent.map(({ url }) => url)).toEqual([
    `/api/application/room/a%2Fb?q=${encodeURIComponent('ジャズ')}`,
    '/api/application/room/a',
  ])
})

it('caller sends the body of a DELETE outside the URL', async () => {
  const { sent, call } = listen(() => new Response(null, { status: 204 }))
  expect(await call(leave, { body: { password: 'hush' } })).toBeUndefined()
  expect(sent).toMatchObject([
    { url: '/api/application/me', init: { body: '{"password":"hush"}' } },
  ])
})

it('caller sends a form unchanged', async () => {
  const { sent, call } = listen(() => json({}))
  const body = new FormData()
  await call(upload, { body })
  expect(sent[0]!.init.body).toBe(body)
  expect(new Headers(sent[0]!.init.headers).has('content-type')).toBe(false)
})

it('caller throws an error response with the server’s message', async () => {
  const { call } = listen(() => json({ message: 'だめ', errors: { id: ['誤り'] } }, 422))
  const response = call(find, { params: { id: 'a' } })
  await expect(response).rejects.toBeInstanceOf(RequestError)
  await expect(response).rejects.toMatchObject({
    status: 422,
    message: 'だめ',
    errors: { id: ['誤り'] },
  })
})

it.each([
  { what: 'a proxy’s error page', answer: () => html(502) },
  { what: 'a captive portal', answer: () => html(200) },
  {
    what: 'a broken answer',
    answer: () => new Response('{', { headers: { 'content-type': 'application/json' } }),
  },
  { what: 'no network', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
])('caller distinguishes $what from an error response', async ({ answer }) => {
  await expect(listen(answer).call(find, { params: { id: 'a' } })).rejects.toBeInstanceOf(
    Unreachable,
  )
})

it('caller can be aborted', async () => {
  const signal = AbortSignal.abort()
  const { sent, call } = listen(() => Promise.reject(signal.reason))
  await expect(call(find, { params: { id: 'a' } }, { signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(sent[0]!.init.signal).toBe(signal)
})

it('call does not compile without a required part, or for a kind that cannot be awaited', () => {
  const { call } = listen(() => json({}))
  // @ts-expect-error the body is due
  void (() => call(leave, {}))
  // @ts-expect-error a form is due
  void (() => call(upload, { body: { image: 'a' } }))
  // @ts-expect-error a stream never ends
  void (() => call(feed, {}))
  expect(urlOf(feed, {})).toBe('/api/application/feed')
})
