import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '#contract/auth/calls.ts'
import { events } from '#contract/events/calls.ts'
import { createCaller, urlOf } from '#contract/http/caller.ts'
import { rejectForeignResponses, withEarlyRefresh } from './transport.ts'

const through = (response: Response) =>
  createCaller({ fetch: rejectForeignResponses(async () => response), token: () => null })(
    events.listJoined,
    {},
  )
const marked = { 'x-request-id': '8F3K-01JD-Q7' }

it('passes responses and refusals of our server', async () => {
  expect(await through(Response.json([], { headers: marked }))).toMatchObject({ items: [] })
  const apiError = Response.json({ message: 'いいえ' }, { status: 403 })
  await expect(through(apiError)).rejects.toMatchObject({ status: 403, message: 'いいえ' })
})

it.each([
  { what: 'an empty list', response: Response.json([]) },
  { what: '204', response: new Response(null, { status: 204 }) },
  { what: 'a redirect', response: Response.redirect('https://wifi.example/') },
])(
  'treats $what of a foreign server as no answer, as it would delete every ticket',
  async ({ response }) => {
    await expect(through(response)).rejects.toMatchObject({
      status: response.status,
      name: 'Error',
    })
    await expect(through(response)).rejects.toHaveProperty('cause')
  },
)

describe('the early refresh', () => {
  const script = readFileSync('public/pre-hydration.js', 'utf8')
  const refresh = urlOf(auth.refresh, {})
  const sent = vi.fn(async () => Response.json('early'))
  const run = (path: string) => {
    history.replaceState(null, '', path)
    new Function(script)()
  }
  beforeEach(() => {
    sent.mockClear()
    vi.stubGlobal('fetch', sent)
    localStorage.setItem('room.member', 'u1')
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    localStorage.clear()
    delete window.earlyRefresh
  })

  it('is sent as the session sends it, and is its answer once', async () => {
    run('/')
    const init = { method: auth.refresh.method, redirect: 'manual', keepalive: true }
    expect(sent.mock.calls).toEqual([[refresh, expect.objectContaining(init)]])
    expect(await ask()).toBe('early')
    expect(await ask()).toBe('later')
  })

  it('is not taken if another tab has logged the member out since', async () => {
    run('/')
    localStorage.clear()
    expect(await ask()).toBe('later')
  })
  async function ask(): Promise<unknown> {
    const later = async () => Response.json('later')
    const hasMember = () => localStorage.getItem('room.member') !== null
    return (await withEarlyRefresh(later, hasMember)(refresh, { method: 'POST' })).json()
  }

  it.each([
    ['for a visitor', '/', () => localStorage.clear()],
    [
      'before a logout has reached the server',
      '/',
      () => localStorage.setItem('room.leaving', '1'),
    ],
    ['before the ticket that the service worker draws', '/account/ticketbox/ticket/1', () => {}],
    ['after the app has asked itself', '/', () => void ask()],
    ['where the storage is blocked', '/', () => vi.stubGlobal('localStorage', null)],
  ])('is not sent %s', (_, path, prepare) => {
    prepare()
    run(path)
    expect(sent).not.toHaveBeenCalled()
  })
})
