import { expect, it, vi } from 'vitest'
import { account, type User } from '#contract/account.ts'
import { Refused } from '#contract/caller.ts'
import { OFFLINE_AFTER_MS } from '#contract/limits.ts'
import { rooms } from '#contract/rooms.ts'
import type { Device } from './device.ts'
import { noDevice } from './no-device.ts'
import { createSession, type SessionState } from './session.tsx'

const json = (body: unknown, status = 200) => Response.json(body, { status })
const grant = (token: string, expires_in = 900) =>
  json({ access_token: token, token_type: 'bearer', expires_in })
const me = { id: 'u1', name: 'haru', display_name: '春' } as User

/** What a device does, as far as a session sees it: it remembers one member. */
function aDevice(remembered: User | null = null): Device {
  let kept = remembered
  let leaving = false
  return {
    ...noDevice,
    member: () => kept?.id ?? null,
    recall: async () => kept,
    remember: (user) => {
      kept = user
    },
    forget: async () => {
      kept = null
    },
    leaving: () => leaving,
    setLeaving: (on) => {
      leaving = on
    },
  }
}

/** A server in a few lines: `answer` decides by method, path and bearer. */
function serve(
  answer: (path: string, bearer: string | null) => Response | Promise<Response>,
  device?: Device,
) {
  const asked: string[] = []
  const ended = vi.fn()
  const session = createSession(
    async (url, init) => {
      const path = url.replace('/api/application', '')
      asked.push(`${init.method} ${path}`)
      const bearer = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null
      return answer(path, bearer)
    },
    { at: 'checking' },
    ended,
    device,
  )
  const times = (what: string) => asked.filter((line) => line === what).length
  return { session, asked, times, ended }
}
const state = ({ store }: { store: { get: () => SessionState } }) => store.get()

it('is a visitor’s when there is no cookie, and does not ask for /me', async () => {
  const { session, asked } = serve(() => new Response(null, { status: 204 }))
  await session.start()
  expect(state(session)).toEqual({ at: 'visitor' })
  expect(asked).toEqual(['POST /refresh'])
})

it('knows a member again after a reload', async () => {
  const { session } = serve((path) => (path === '/refresh' ? grant('t') : json(me)))
  await session.start()
  expect(state(session)).toEqual({ at: 'member', user: me })
})

it('asks for /me only while nobody is loaded', async () => {
  const { session, times } = serve((path) => (path === '/me' ? json(me) : grant('t')))
  await session.start()
  await session.start()
  expect(times('GET /me')).toBe(1)
})

it('fault 60: refreshes once for twenty calls whose token has expired, and repeats each', async () => {
  let valid = 1
  let issued = 0
  const { session, times } = serve((path, bearer) => {
    if (path === '/refresh') return grant(`t${++issued}`)
    if (path === '/me') return json(me)
    return bearer === `t${valid}` ? json([]) : json({ message: 'Token has expired' }, 401)
  })
  await session.start()
  valid = 2
  await Promise.all(Array.from({ length: 20 }, () => session.call(rooms.listRooms, {})))
  expect(times('POST /refresh')).toBe(2)
  expect(times('GET /room')).toBe(40)
})

it('renews a token that has little left before it is used', async () => {
  let token = 0
  const { session, asked } = serve((path) => {
    if (path === '/refresh') return grant(`t${++token}`, token === 1 ? 60 : 900)
    return path === '/me' ? json(me) : json([])
  })
  await session.start()
  await session.call(rooms.listRooms, {})
  expect(asked).toEqual(['POST /refresh', 'POST /refresh', 'GET /me', 'GET /room'])
})

it('fault 60: ends for good, and only once, when the session can no longer be refreshed', async () => {
  let gone = false
  const { session, times, ended } = serve((path) => {
    if (path === '/refresh')
      return gone
        ? json({ message: 'Token has expired and can no longer be refreshed' }, 500)
        : grant('t')
    if (path === '/me') return json(me)
    return json({ message: 'Token has expired' }, 401)
  })
  await session.start()
  gone = true
  await expect(session.call(rooms.listRooms, {})).rejects.toBeInstanceOf(Refused)
  expect(state(session)).toEqual({ at: 'visitor' })
  expect(ended).toHaveBeenCalledOnce()
  expect(times('GET /room')).toBe(1)
})

it.each([
  { what: 'no network', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
  {
    what: 'a captive portal',
    answer: () => new Response('<h1>Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } }),
  },
])('is offline, not over, at the start with $what', async ({ answer }) => {
  const { session, ended } = serve(answer)
  await session.start()
  expect(state(session)).toEqual({ at: 'offline', user: null })
  expect(ended).not.toHaveBeenCalled()
})

it('keeps a member whose token cannot be renewed just now', async () => {
  let down = false
  const { session, ended } = serve((path) => {
    if (path === '/refresh') return down ? json({ message: 'x' }, 503) : grant('t')
    return path === '/me' ? json(me) : json({ message: 'Token has expired' }, 401)
  })
  await session.start()
  down = true
  await expect(session.call(rooms.listRooms, {})).rejects.toMatchObject({ status: 503 })
  expect(state(session).at).toBe('member')
  expect(ended).not.toHaveBeenCalled()
})

it('logs out wholly whoever is logged in without a name', async () => {
  const { session, times, ended } = serve((path) => {
    if (path === '/refresh') return grant('t')
    return path === '/me' ? json({ ...me, name: '' }) : new Response(null, { status: 204 })
  })
  await session.start()
  expect(state(session)).toEqual({ at: 'visitor' })
  expect(times('POST /logout')).toBe(1)
  expect(ended).toHaveBeenCalledOnce()
})

it('tells the first logout, which leads home, from a second, which only clears', async () => {
  const { session, times } = serve((path) => {
    if (path === '/refresh') return grant('t')
    return path === '/me' ? json(me) : new Response(null, { status: 204 })
  })
  await session.start()
  expect(await session.logout()).toBe(true)
  expect(await session.logout()).toBe(false)
  expect(times('POST /logout')).toBe(1)
})

it('sends the token with calls, and never to the refresh', async () => {
  const bearers = new Map<string, string | null>()
  const { session } = serve((path, bearer) => {
    bearers.set(path, bearer)
    return path === '/refresh' ? grant('t') : json(me)
  })
  await session.start()
  await session.call(account.getMe, {})
  expect(Object.fromEntries(bearers)).toEqual({ '/refresh': null, '/me': 't' })
})

const none = () => new Response(null, { status: 204 })

it.each([
  { what: 'no network', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
  { what: 'a failing server', answer: () => json({ message: 'x' }, 503) },
  { what: 'a proxy that refuses', answer: () => json({ message: 'x' }, 403) },
  {
    what: 'a captive portal',
    answer: () => new Response('<h1>Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } }),
  },
  {
    what: 'a failed /me',
    answer: (path: string) => (path === '/refresh' ? grant('t') : json({ message: 'x' }, 401)),
  },
])('goes on as the member whom the device remembers, with $what', async ({ answer }) => {
  const device = aDevice(me)
  const { session, ended } = serve(answer, device)
  await session.start()
  expect(state(session)).toEqual({ at: 'offline', user: me })
  expect(device.member()).toBe('u1')
  expect(ended).not.toHaveBeenCalled()
})

it('shows the remembered member what is here while an answer is long in coming, and takes it when it comes', async () => {
  vi.useFakeTimers()
  let answer = (_: Response) => {}
  const { session } = serve(
    (path) => (path === '/refresh' ? new Promise((done) => (answer = done)) : json(me)),
    aDevice(me),
  )
  const started = session.start()
  await vi.advanceTimersByTimeAsync(OFFLINE_AFTER_MS - 1)
  expect(state(session)).toEqual({ at: 'checking' })
  await vi.advanceTimersByTimeAsync(1)
  expect(state(session)).toEqual({ at: 'offline', user: me })
  vi.useRealTimers()
  answer(grant('t'))
  await started
  expect(state(session)).toEqual({ at: 'member', user: me })
})

it.each([
  { what: 'there is no session any more', answer: none },
  {
    what: 'it can no longer be refreshed',
    answer: () => json({ message: 'Token has expired and can no longer be refreshed' }, 500),
  },
])('empties the device when $what', async ({ answer }) => {
  const device = aDevice(me)
  const { session } = serve(answer, device)
  await session.start()
  expect(state(session)).toEqual({ at: 'visitor' })
  expect(device.member()).toBeNull()
})

it('logs out without a network at once, and tells the server before it asks for anything again', async () => {
  const device = aDevice(me)
  let online = false
  const { session, asked } = serve(
    () => (online ? none() : Promise.reject(new TypeError('Failed to fetch'))),
    device,
  )
  await session.start()
  expect(await session.logout()).toBe(true)
  expect(state(session)).toEqual({ at: 'visitor' })
  expect(device.member()).toBeNull()
  expect(device.leaving()).toBe(true)
  online = true
  asked.length = 0
  await session.start()
  expect(asked).toEqual(['POST /logout', 'POST /refresh'])
  expect(device.leaving()).toBe(false)
})

it('never refreshes a session that somebody left, for as long as the server cannot be told', async () => {
  const device = aDevice()
  device.setLeaving(true)
  const { session, asked } = serve(() => json({ message: 'x' }, 503), device)
  await session.start()
  expect(state(session)).toEqual({ at: 'visitor' })
  expect(asked).toEqual(['POST /logout'])
})
