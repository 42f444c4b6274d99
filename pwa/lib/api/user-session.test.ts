import { expect, it, onTestFinished, vi } from 'vitest'
import { account, type User } from '#contract/account/calls.ts'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { OFFLINE_AFTER_MS } from '#contract/shared/limits.ts'
import { REFRESH_IMPOSSIBLE } from '#contract/shared/messages.ts'
import { ours } from '#pwa/testing/answers.ts'
import type { Device } from '../device.ts'
import { noDevice } from '../no-device.ts'
import type { SessionState } from './session-state.ts'
import { rejectForeignResponses } from './transport.ts'
import { Session } from './user-session.ts'

const json = (body: unknown, status = 200) => Response.json(body, { status })
const grant = (token: string, expires_in = 900) =>
  json({ access_token: token, token_type: 'bearer', expires_in, user_id: 'u1' })
const me = { id: 'u1', name: 'haru', display_name: '春' } as User

/** A fake device that stores one member. */
function aDevice(cached: User | null = null): Device {
  let stored = cached
  let leaving = false
  return {
    ...noDevice,
    member: () => stored?.id ?? null,
    setMember: () => {},
    readCachedMember: async () => stored,
    cacheMember: (user) => {
      stored = user
    },
    clear: async () => {
      stored = null
    },
    isLogoutPending: () => leaving,
    setLogoutPending: (on) => {
      leaving = on
    },
  }
}

/** A fake server: `answer` decides by path and bearer token. */
function serve(
  answer: (path: string, bearer: string | null) => Response | Promise<Response>,
  device?: Device,
  through: typeof rejectForeignResponses = (fetch) => fetch,
) {
  const requests: string[] = []
  const ended = vi.fn()
  const session = new Session(
    through(async (url, init) => {
      const path = url.replace('/api/application', '')
      requests.push(`${init.method} ${path}`)
      const bearer = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null
      return answer(path, bearer)
    }),
    { at: 'checking' },
    ended,
    device,
  )
  const times = (what: string) => requests.filter((line) => line === what).length
  return { session, requests, times, ended }
}
const state = ({ store }: { store: { get: () => SessionState } }) => store.get()

it('is a visitor’s without a cookie, and does not request /me', async () => {
  const { session, requests } = serve(() => new Response(null, { status: 204 }))
  await session.start()
  expect(state(session)).toEqual({ at: 'visitor' })
  expect(requests).toEqual(['POST /refresh'])
})

it('is restored for a member after a reload', async () => {
  const { session } = serve((path) => (path === '/refresh' ? grant('t') : json(me)))
  await session.start()
  expect(state(session)).toEqual({ at: 'member', user: me })
})

it('is not entered with the answer to a refresh during which another tab logged out', async () => {
  const device = { ...aDevice(me), readCachedMember: () => new Promise<null>(() => {}) }
  const { session, times } = serve((path) => {
    if (path !== '/refresh') return json(me)
    if (times('POST /refresh') > 1) return json({ message: REFRESH_IMPOSSIBLE }, 500)
    return device.clear().then(() => grant('t'))
  }, device)
  await session.start()
  expect(state(session)).toEqual({ at: 'visitor' })
  expect(device.member()).toBeNull()
})

it.each([
  ['no session', () => new Response(null, { status: 204 })],
  ['a session that cannot be refreshed', () => json({ message: REFRESH_IMPOSSIBLE }, 500)],
])('stays logged in if a login overtakes a refresh that returns %s', async (_, answer) => {
  let release = (_: Response) => {}
  const late = new Promise<Response>((resolve) => {
    release = resolve
  })
  const device = aDevice()
  const { session } = serve((path) => (path === '/refresh' ? late : json(me)), device)
  const starting = session.start()
  await session.admit({ access_token: 't', expires_in: 900 })
  release(answer())
  await starting
  expect(state(session)).toEqual({ at: 'member', user: me })
  expect(device.member()).toBe(me.id)
})

it('keeps a login that happens while the cached member is being read', async () => {
  const device = aDevice(me)
  let onUser = (_: User) => {}
  const read = new Promise<User>((resolve) => {
    onUser = resolve
  })
  const next = { ...me, id: 'u2' }
  const reads = vi.fn(() => read)
  const { session } = serve((path) => (path === '/me' ? json(next) : none()), {
    ...device,
    readCachedMember: reads,
  })
  const seen: string[] = []
  session.store.subscribe(() => seen.push(session.store.get().at))
  const starting = session.start()
  // At the start, and after the server answered that there is no session.
  await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(2))
  await session.admit({ access_token: 't', expires_in: 900 })
  onUser(me)
  await starting
  expect(seen).toEqual(['member'])
  expect(state(session)).toEqual({ at: 'member', user: next })
})

it('ignores a /me response that arrives after another person logged in', async () => {
  const device = aDevice()
  let release = (_: Response) => {}
  const late = new Promise<Response>((resolve) => {
    release = resolve
  })
  const next = { ...me, id: 'u2' }
  const { session, times } = serve((path, bearer) => {
    if (path === '/refresh') return grant('first')
    return bearer === 'first' ? late : json(next)
  }, device)
  const starting = session.start()
  await vi.waitFor(() => expect(times('GET /me')).toBe(1))
  await session.admit({ access_token: 'second', expires_in: 900 })
  release(json(me))
  await starting
  expect(state(session)).toEqual({ at: 'member', user: next })
  expect(device.member()).toBe('u2')
})

it('requests /me only while no user is loaded', async () => {
  const { session, times } = serve((path) => (path === '/me' ? json(me) : grant('t')))
  await session.start()
  await session.start()
  expect(times('GET /me')).toBe(1)
})

it('refreshes once for twenty calls with an expired token, and repeats each call (60)', async () => {
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

it('renews a token that expires soon before using it', async () => {
  let token = 0
  const { session, requests } = serve((path) => {
    if (path === '/refresh') return grant(`t${++token}`, token === 1 ? 60 : 900)
    return path === '/me' ? json(me) : json([])
  })
  await session.start()
  await session.call(rooms.listRooms, {})
  expect(requests).toEqual(['POST /refresh', 'POST /refresh', 'GET /me', 'GET /room'])
})

it('ends once when the session can no longer be refreshed (60)', async () => {
  let expired = false
  const { session, times, ended } = serve((path) => {
    if (path === '/refresh')
      return expired
        ? json({ message: 'Token has expired and can no longer be refreshed' }, 500)
        : grant('t')
    if (path === '/me') return json(me)
    return json({ message: 'Token has expired' }, 401)
  })
  await session.start()
  expired = true
  await expect(session.call(rooms.listRooms, {})).rejects.toBeInstanceOf(RequestError)
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
])('is offline instead of ended after a start with $what', async ({ answer }) => {
  const { session, ended } = serve(answer)
  await session.start()
  expect(state(session)).toEqual({ at: 'offline', user: null })
  expect(ended).not.toHaveBeenCalled()
})

it('keeps a member whose token cannot be renewed at present', async () => {
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

it('logs out a user without a name (unfinished sign-up)', async () => {
  const { session, times, ended } = serve((path) => {
    if (path === '/refresh') return grant('t')
    return path === '/me' ? json({ ...me, name: '' }) : new Response(null, { status: 204 })
  })
  await session.start()
  expect(state(session)).toEqual({ at: 'visitor' })
  expect(times('POST /logout')).toBe(1)
  expect(ended).toHaveBeenCalledOnce()
})

it('returns true for the first logout, false for a second', async () => {
  const { session, times } = serve((path) => {
    if (path === '/refresh') return grant('t')
    return path === '/me' ? json(me) : new Response(null, { status: 204 })
  })
  await session.start()
  expect(await session.logout()).toBe(true)
  expect(await session.logout()).toBe(false)
  expect(times('POST /logout')).toBe(1)
})

it('sends the token with calls, but not with the refresh', async () => {
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

it('continues as the cached member after a failed /me', async () => {
  const device = aDevice(me)
  const { session, ended } = serve(
    (path) => (path === '/refresh' ? grant('t') : json({ message: 'x' }, 401)),
    device,
  )
  await session.start()
  expect(state(session)).toEqual({ at: 'offline', user: me, reason: 'unexpected-answer' })
  expect(device.member()).toBe('u1')
  expect(ended).not.toHaveBeenCalled()
})

it('shows cached data while a response is slow, and uses the response when it arrives', async () => {
  vi.useFakeTimers()
  let answer = (_: Response) => {}
  const { session } = serve(
    (path) => (path === '/refresh' ? new Promise((resolve) => (answer = resolve)) : json(me)),
    aDevice(me),
  )
  const started = session.start()
  await vi.advanceTimersByTimeAsync(OFFLINE_AFTER_MS - 1)
  expect(state(session)).toEqual({ at: 'member', user: me, isAssumed: true })
  await vi.advanceTimersByTimeAsync(1)
  expect(state(session)).toEqual({ at: 'offline', user: me })
  vi.useRealTimers()
  answer(grant('t'))
  await started
  expect(state(session)).toEqual({ at: 'member', user: me })
})

const impossible = () => json({ message: 'Token has expired and can no longer be refreshed' }, 500)

it('clears the device when the session can no longer be refreshed', async () => {
  const device = aDevice(me)
  const { session, ended } = serve(impossible, device)
  await session.start()
  expect(state(session)).toEqual({ at: 'visitor' })
  expect(device.member()).toBeNull()
  expect(ended).toHaveBeenCalledOnce()
})

const redirected = () =>
  Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })
const typed = (type: string, body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } })

/** Responses other than the contract's. `reason`: the reason shown to the member. */
const wrongAnswers: {
  what: string
  answer: () => Response | Promise<Response>
  reason?: string
}[] = [
  { what: 'no cookie any more', answer: () => ours(none()), reason: 'session-lost' },
  { what: '204 of a portal', answer: none, reason: 'unexpected-answer' },
  { what: 'an empty object', answer: () => json({}), reason: 'unexpected-answer' },
  { what: 'an empty object of ours', answer: () => ours(json({})), reason: 'unexpected-answer' },
  { what: 'an empty list', answer: () => json([]), reason: 'unexpected-answer' },
  { what: 'null', answer: () => ours(json(null)), reason: 'unexpected-answer' },
  {
    what: 'another JSON',
    answer: () => ours(json({ access_token: '', expires_in: 'x' })),
    reason: 'unexpected-answer',
  },
  {
    what: 'an empty body',
    answer: () => typed('application/json', ''),
    reason: 'unexpected-answer',
  },
  { what: 'HTML', answer: () => typed('text/html', '<h1>Wi-Fi</h1>'), reason: 'unexpected-answer' },
  { what: 'a redirect', answer: redirected, reason: 'unexpected-answer' },
  { what: '302 with HTML', answer: () => typed('text/html', '', 302), reason: 'unexpected-answer' },
  {
    what: '401 of a proxy',
    answer: () => json({ message: 'Unauthorized' }, 401),
    reason: 'unexpected-answer',
  },
  {
    what: '404 in HTML',
    answer: () => typed('text/html', 'Not Found', 404),
    reason: 'unexpected-answer',
  },
  {
    what: 'the words of the contract with another status',
    answer: () => json({ message: 'Token has expired and can no longer be refreshed' }, 200),
    reason: 'unexpected-answer',
  },
  { what: 'another 500', answer: () => json({ message: 'Oops' }, 500) },
  { what: '502 in HTML', answer: () => typed('text/html', '<h1>Bad Gateway</h1>', 502) },
  { what: '429', answer: () => json({ message: 'x' }, 429) },
  { what: 'no network', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
]

it.each(wrongAnswers)(
  'keeps and shows the device’s data with $what',
  async ({ answer, reason }) => {
    const device = aDevice(me)
    const { session, ended } = serve(answer, device, rejectForeignResponses)
    await session.start()
    expect(state(session)).toEqual({
      at: 'offline',
      user: me,
      ...(reason !== undefined && { reason }),
    })
    expect(device.member()).toBe('u1')
    expect(device.isLogoutPending()).toBe(false)
    expect(ended).not.toHaveBeenCalled()
  },
)

it.each(wrongAnswers)(
  'keeps the logged-in member and the loaded data with $what',
  async ({ answer }) => {
    const device = aDevice()
    let strange = false
    const { session, ended } = serve(
      (path) => {
        if (strange) return answer()
        return ours(path === '/refresh' ? grant('t', 60) : json(me))
      },
      device,
      rejectForeignResponses,
    )
    await session.start()
    expect(state(session)).toEqual({ at: 'member', user: me })
    strange = true
    await session.reload().catch(() => {})
    await session.call(rooms.listRooms, {}).catch(() => {})
    expect(state(session)).toMatchObject({ user: me })
    expect(device.member()).toBe('u1')
    expect(ended).not.toHaveBeenCalled()
  },
)

it.each(wrongAnswers)(
  'logs in again automatically after $what, once the server answers',
  async ({ answer }) => {
    let strange = true
    const { session } = serve(
      (path) => (strange ? answer() : ours(path === '/refresh' ? grant('t') : json(me))),
      aDevice(me),
      rejectForeignResponses,
    )
    await session.start()
    strange = false
    await session.start()
    expect(state(session)).toEqual({ at: 'member', user: me })
  },
)

it('accepts only our server’s response as confirmation of a logout', async () => {
  const device = aDevice(me)
  const { session } = serve(none, device, rejectForeignResponses)
  await session.logout()
  expect(device.isLogoutPending()).toBe(true)
})

it.each([{}, null, { id: 'u2' }, { ...me, id: '' }])(
  'treats %j as no user, and clears nothing for it',
  async (answer) => {
    const device = aDevice(me)
    const { session, times } = serve(
      (path) => ours(path === '/refresh' ? grant('t') : json(answer)),
      device,
      rejectForeignResponses,
    )
    await session.start()
    expect(state(session)).toMatchObject({ at: 'offline', user: me })
    expect(device.member()).toBe('u1')
    expect(times('POST /logout')).toBe(0)
  },
)

it('clears the data of a member whose session was lost when another person logs in', async () => {
  const device = aDevice(me)
  const haruto = { ...me, id: 'u2', name: 'haruto' }
  const { session, ended } = serve((path) => (path === '/me' ? json(haruto) : none()), device)
  await session.start()
  expect(state(session)).toEqual({ at: 'offline', user: me, reason: 'session-lost' })
  expect(ended).not.toHaveBeenCalled()
  await session.admit({ access_token: 't', expires_in: 900 })
  expect(state(session)).toEqual({ at: 'member', user: haruto })
  expect(device.member()).toBe('u2')
  expect(ended).toHaveBeenCalledOnce()
})

it('throws if the user is replaced by an invalid response', async () => {
  const { session } = serve((path) => (path === '/me' ? json(me) : grant('t')))
  await session.start()
  expect(() => session.update({} as User)).toThrow(Unreachable)
  expect(state(session)).toEqual({ at: 'member', user: me })
})

it('logs out offline at once, and sends the logout before any other request', async () => {
  const device = aDevice(me)
  let online = false
  const { session, requests } = serve(
    () => (online ? none() : Promise.reject(new TypeError('Failed to fetch'))),
    device,
  )
  await session.start()
  expect(await session.logout()).toBe(true)
  expect(state(session)).toEqual({ at: 'visitor' })
  expect(device.member()).toBeNull()
  expect(device.isLogoutPending()).toBe(true)
  online = true
  requests.length = 0
  await session.start()
  expect(requests).toEqual(['POST /logout', 'POST /refresh'])
  expect(device.isLogoutPending()).toBe(false)
})

it('logs out on the server while the device’s database does not answer, and clears it at the next start', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const device = aDevice(me)
  const { clear } = device
  device.clear = () => new Promise(() => {})
  const { session, requests } = serve(none, device)
  await session.start()
  requests.length = 0
  const leaving = session.logout()
  await vi.advanceTimersByTimeAsync(OFFLINE_AFTER_MS)
  expect(await leaving).toBe(true)
  expect(requests).toEqual(['POST /logout'])
  expect(state(session)).toEqual({ at: 'visitor' })
  expect(device.isLogoutPending()).toBe(true)
  device.clear = clear
  await session.start()
  expect(device.member()).toBeNull()
  expect(device.isLogoutPending()).toBe(false)
})

it('never refreshes a session whose logout has not reached the server', async () => {
  const device = aDevice()
  device.setLogoutPending(true)
  const { session, requests } = serve(() => json({ message: 'x' }, 503), device)
  await session.start()
  expect(state(session)).toEqual({ at: 'visitor' })
  expect(requests).toEqual(['POST /logout'])
})

/** A start with a stored member whose refresh is answered by hand. */
function startOf(cached: User, answer: Parameters<typeof serve>[0] = () => json(me)) {
  const device = aDevice(cached)
  let reply = (_: Response | Error) => {}
  const refreshed = new Promise<Response>((resolve, reject) => {
    reply = (with_) => (with_ instanceof Error ? reject(with_) : resolve(with_))
  })
  const served = serve(
    (path, bearer) => (path === '/refresh' ? refreshed : answer(path, bearer)),
    device,
  )
  const started = served.session.start()
  const assumed = vi.waitFor(() => expect(state(served.session).at).toBe('member'))
  return { ...served, device, reply, started, assumed }
}
const readRooms = (session: Session) => session.call(rooms.listSubscribed, {})

it('assumes the stored member at once; calls wait for the token and go out beside /me', async () => {
  const { session, requests, reply, started, assumed } = startOf(me, (path) =>
    json(path === '/me' ? { ...me, display_name: '新しい春' } : []),
  )
  await assumed
  expect(state(session)).toEqual({ at: 'member', user: me, isAssumed: true })
  const read = readRooms(session)
  expect(requests).toEqual(['POST /refresh'])
  reply(grant('t'))
  await Promise.all([read, started])
  expect(requests.toSorted()).toEqual(['GET /me', 'GET /room/subscribe', 'POST /refresh'])
  expect(state(session)).toEqual({ at: 'member', user: { ...me, display_name: '新しい春' } })
})

it('does not show the stored member with a session of another person', async () => {
  const { session, reply, started, assumed, ended, device } = startOf({ ...me, id: 'u0' })
  await assumed
  const seen: (string | null)[] = []
  session.store.subscribe(() => {
    const now = state(session)
    seen.push('user' in now ? (now.user?.id ?? null) : null)
  })
  reply(grant('t'))
  await started
  expect(seen).toEqual([null, me.id])
  expect(ended).toHaveBeenCalled()
  expect(device.member()).toBe(me.id)
})

it('sends no call of the stored member with the token of another person', async () => {
  const { session, requests, reply, started, assumed, ended } = startOf({ ...me, id: 'u0' })
  const early = readRooms(session).catch((error: unknown) => error)
  await assumed
  const late = session
    .call(rooms.visitRoom, { params: { id: 'aoi' } })
    .catch((error: unknown) => error)
  reply(grant('t'))
  await started
  expect(await early).toBeInstanceOf(Unreachable)
  expect(await late).toBeInstanceOf(Unreachable)
  expect(requests).toEqual(['POST /refresh', 'GET /me'])
  expect(ended).toHaveBeenCalled()
})

it('waits with calls also while the stored member is being read', async () => {
  const { session, requests, reply, started } = startOf(me, (path) =>
    json(path === '/me' ? me : []),
  )
  const read = readRooms(session)
  expect(state(session)).toEqual({ at: 'checking' })
  expect(requests).toEqual(['POST /refresh'])
  reply(grant('t'))
  await read
  await started
  expect(requests).toContain('GET /room/subscribe')
})

it('takes the user from the answer to the refresh, without a request for it', async () => {
  const fresh = { ...me, display_name: '新しい春' }
  const { session, requests, reply, started, assumed } = startOf(me)
  await assumed
  reply(json({ access_token: 't', expires_in: 900, user_id: 'u1', user: fresh }))
  await started
  expect(state(session)).toEqual({ at: 'member', user: fresh })
  expect(requests).toEqual(['POST /refresh'])
})

it('sends the calls that read by the batch while there is one', async () => {
  const { session, requests, reply, started, assumed } = startOf(me)
  await assumed
  const batched: string[] = []
  session.batch = async (url) => {
    batched.push(url)
    return json([])
  }
  await readRooms(session)
  reply(json({ access_token: 't', expires_in: 900, user_id: 'u1', user: me }))
  await session.call(rooms.visitRoom, { params: { id: 'aoi' } }).catch(() => {})
  await started
  expect(batched).toEqual(['/api/application/room/subscribe'])
  expect(requests).not.toContain('GET /room/subscribe')
})

it.each([
  ['no answer', new TypeError('Failed to fetch'), { at: 'offline', user: me }],
  [
    'no session',
    new Response(null, { status: 204 }),
    { at: 'offline', user: me, reason: 'session-lost' },
  ],
  ['the end of the session', json({ message: REFRESH_IMPOSSIBLE }, 500), { at: 'visitor' }],
])('corrects an assumed member on %s', async (_, answer, expected) => {
  const { session, reply, started, assumed } = startOf(me, () => json({}, 401))
  await assumed
  const read = readRooms(session).catch((error: unknown) => error)
  reply(answer)
  await started
  expect(state(session)).toEqual(expected)
  expect(await read).toBeInstanceOf(Error)
})

it('sends no call of an assumed member after a logout', async () => {
  const { session, requests, reply, started, assumed } = startOf(
    me,
    () => new Response(null, { status: 204 }),
  )
  await assumed
  const read = readRooms(session).catch((error: unknown) => error)
  await session.logout()
  reply(grant('t'))
  await started
  expect(await read).toBeInstanceOf(Unreachable)
  expect(requests).toEqual(['POST /refresh', 'POST /logout'])
  expect(state(session)).toEqual({ at: 'visitor' })
})

it('a visitor is a member only once the page under the login has loaded anew, with the token', async () => {
  const seen: unknown[] = []
  const bearers: (string | null)[] = []
  const transport = async (_: string, init: RequestInit) => {
    bearers.push(new Headers(init.headers).get('authorization'))
    return json(me)
  }
  const session: Session = new Session(
    transport,
    { at: 'visitor' },
    vi.fn(),
    aDevice(),
    async () => {
      await session.call(rooms.getRoom, { params: { id: 'aoi' } })
      seen.push(state({ store: session.store }).at)
    },
  )
  await session.admit({ access_token: 't', expires_in: 900 })
  expect(seen).toEqual(['visitor'])
  expect(bearers).toEqual(['Bearer t', 'Bearer t'])
  expect(state(session)).toMatchObject({ at: 'member' })
})
