import { afterEach, expect, it } from 'vitest'
import { API_BASE } from '#contract/http/endpoint.ts'
import type { ReadResult } from '#contract/reads/calls.ts'
import { READS_MAX } from '#contract/reads/limits.ts'
import { ReadBatch } from './read-batch.ts'
import type { Fetch } from './transport.ts'

const ok = (body: unknown, more: Partial<ReadResult> = {}): ReadResult => ({
  ...{ status: 200, body: JSON.stringify(body), link: null, total: null },
  ...more,
})
const READ = { method: 'GET' }

afterEach(() => {
  window.earlyReads = null
})

/** A batch whose server answers the calls of one request by `answer`, and single ones with their path. */
function start(answer: (calls: string[]) => unknown, ready = Promise.resolve()) {
  const requests: string[] = []
  const fetch: Fetch = async (url, { method, body }) => {
    const path = url.slice(API_BASE.length)
    requests.push(`${method} ${path}`)
    if (method === 'GET') return Response.json(`alone ${path}`)
    const { calls } = JSON.parse(String(body)) as { calls: string[] }
    const parts = await answer(calls)
    return parts instanceof Response ? parts : Response.json(parts)
  }
  const batch = new ReadBatch(fetch, () => ready)
  const read = (path: string, signal?: AbortSignal) =>
    batch.add(API_BASE + path, { ...READ, ...(signal && { signal }) })
  const text = async (path: string) => (await read(path)).json() as Promise<unknown>
  const late = async (path: string) =>
    (await batch.addLate(API_BASE + path, READ)).json() as Promise<unknown>
  return { requests, read, text, late }
}
const both = (text: (path: string) => Promise<unknown>) => Promise.all([text('/a?b=1'), text('/c')])

it('sends what waits as one request, once there is a token', async () => {
  let open = () => {}
  const ready = new Promise<void>((resolve) => {
    open = resolve
  })
  const { requests, text } = start((calls) => calls.map((call) => ok(`in ${call}`)), ready)
  const answers = both(text)
  expect(requests).toEqual([])
  open()
  expect(await answers).toEqual(['in /a?b=1', 'in /c'])
  expect(requests).toEqual(['POST /reads'])
})

it('returns the next page and the number of a list, and an empty answer', async () => {
  const link = '</api?offset=20>; rel="next"'
  const { read } = start(() => [
    ok([], { link, total: '30' }),
    { ...ok(null), status: 204, body: null },
  ])
  const [list, none] = await Promise.all([read('/list'), read('/none')])
  expect([list.headers.get('link'), list.headers.get('x-total-count')]).toEqual([link, '30'])
  expect([none.status, await none.text()]).toEqual([204, ''])
})

it.each([
  ['an error of the server', () => [ok('in'), { ...ok({ message: 'x' }), status: 503 }]],
  ['an expired token', () => [ok('in'), { ...ok({ message: 'x' }), status: 401 }]],
  ['no place in a batch', () => [ok('in'), { ...ok(null), status: 404, body: null }]],
  ['no answer', () => [ok('in')]],
  ['something else', () => [ok('in'), 'x']],
])('sends a call by itself that got %s', async (_, answer) => {
  const { requests, text } = start(answer)
  expect(await both(text)).toEqual(['in', 'alone /c'])
  expect(requests).toEqual(['POST /reads', 'GET /c'])
})

it('returns a refusal', async () => {
  const refusal = { message: 'いいえ' }
  const { requests, read } = start(() => [ok('in'), { ...ok(refusal), status: 403 }])
  const [, refused] = await Promise.all([read('/a'), read('/b')])
  expect([refused.status, await refused.json()]).toEqual([403, refusal])
  expect(requests).toEqual(['POST /reads'])
})

it.each([
  ['a server of the last release', () => Response.json({}, { status: 404 })],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['another JSON', () => ({})],
])('sends each call by itself with %s', async (_, answer) => {
  const { requests, text } = start(answer)
  expect(await both(text)).toEqual(['alone /a?b=1', 'alone /c'])
  expect(requests).toEqual(['POST /reads', 'GET /a?b=1', 'GET /c'])
})

it('sends a single call as it is', async () => {
  const { requests, text } = start(() => [])
  expect(await text('/a')).toBe('alone /a')
  expect(requests).toEqual(['GET /a'])
})

it('splits what one request may not contain', async () => {
  const { requests, text } = start((calls) => calls.map((call) => ok(call)))
  await Promise.all(Array.from({ length: READS_MAX + 2 }, (_, at) => text(`/${at}`)))
  expect(requests).toEqual(['POST /reads', 'POST /reads'])
})

it('sends nothing if the session is not that of the member', async () => {
  const { requests, text } = start(() => [], Promise.reject(new Error('ended')))
  await expect(both(text)).rejects.toThrow('ended')
  expect(requests).toEqual([])
})

it('leaves out a call that was aborted before', async () => {
  const { requests, read, text } = start(() => [])
  const aborted = read('/a', AbortSignal.abort(new Error('left')))
  const ending = new AbortController()
  const late = read('/b', ending.signal)
  ending.abort(new Error('left'))
  await Promise.all([aborted, late].map((read) => expect(read).rejects.toThrow('left')))
  expect(await text('/c')).toBe('alone /c')
  expect(requests).toEqual(['GET /c'])
})

/** Calls that were sent before the app was loaded, with this answer. */
const sentEarly = (calls: string[], answer: Promise<Response>) => {
  window.earlyReads = { calls, answer }
}
const ours = { headers: { 'x-request-id': 'r1' } }

it('takes answers that were asked for before, once each, and asks for the others', async () => {
  sentEarly(['/c', '/unused'], Promise.resolve(Response.json([ok('early'), ok(0)], ours)))
  const { requests, text } = start((calls) => calls.map((call) => ok(`in ${call}`)))
  expect(await Promise.all([text('/a'), text('/b'), text('/c')])).toEqual([
    'in /a',
    'in /b',
    'early',
  ])
  expect(requests).toEqual(['POST /reads'])
  expect(await text('/c')).toBe('alone /c')
})

it('takes an early answer for a part of the page that is loaded after the first token', async () => {
  sentEarly(['/c'], Promise.resolve(Response.json([ok('early')], ours)))
  const { requests, text, late } = start(() => [])
  await text('/a')
  expect([await late('/c'), await late('/c')]).toEqual(['early', 'alone /c'])
  expect(requests).toEqual(['GET /a', 'GET /c'])
})

it.each([
  ['no answer', () => Promise.reject(new TypeError('no network'))],
  ['an error', async () => Response.json({ message: 'x' }, { ...ours, status: 503 })],
  ['an answer of a captive portal', async () => Response.json([ok('portal')])],
  ['an expired token', async () => Response.json([{ ...ok({ message: 'x' }), status: 401 }], ours)],
])('sends a call by itself whose early request got %s', async (_, answer) => {
  sentEarly(['/a'], answer())
  const { text } = start(() => [])
  expect(await text('/a')).toBe('alone /a')
})

it('takes no early answer for a session that is another person’s', async () => {
  sentEarly(['/a'], Promise.resolve(Response.json([ok('early')], ours)))
  const { text } = start(() => [], Promise.reject(new Error('other')))
  await expect(text('/a')).rejects.toThrow('other')
})
