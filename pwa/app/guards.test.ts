import { describe, expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import type { SessionState } from '#pwa/lib/api/session-state.ts'
import type { Session } from '#pwa/lib/api/user-session.ts'
import { flags, setFlags } from '#pwa/lib/flags.ts'
import { runGuards, type Visit } from './guards.ts'

const user = (my_room: string | null) =>
  ({ name: 'haru', my_room: my_room === null ? null : { id: my_room } }) as User
const member: SessionState = { at: 'member', user: user(null) }
const owner: SessionState = { at: 'member', user: user('haru') }
const visitor: SessionState = { at: 'visitor' }
const offline: SessionState = { at: 'offline', user: null }
const cached: SessionState = { at: 'offline', user: user(null) }
const sessionLost: SessionState = { at: 'offline', user: user(null), reason: 'session-lost' }
const visit = (session: SessionState, change: Partial<Visit> = {}): Visit => ({
  session,
  pattern: '/here',
  params: {},
  search: new URLSearchParams(),
  ...change,
})
const roomid = (id: string) => ({ params: { roomid: id } })

it('waits until the session is restored', () => {
  expect(runGuards([], visit({ at: 'checking' }))).toEqual({ at: 'wait' })
  expect(runGuards(['unheard-of'], visit({ at: 'checking' }))).toEqual({ at: 'wait' })
})

it('fails with 500 for a route with an unknown guard', () => {
  const fail = { at: 'fail', status: 500, message: 'Unknown middleware' }
  expect(runGuards(['unheard-of'], visit(visitor))).toEqual(fail)
  expect(runGuards(['toString'], visit(visitor))).toEqual(fail)
})

it('runs the guards in the order of the route', () => {
  const names = ['member-authenticated', 'room']
  expect(runGuards(names, visit(visitor, roomid('!')))).toMatchObject({ to: '/login' })
  expect(runGuards([...names].reverse(), visit(visitor, roomid('!')))).toMatchObject({
    to: '/404',
  })
})

describe.each([
  { guard: 'member-authenticated', session: member, goes: null },
  { guard: 'member-authenticated', session: visitor, goes: '/login' },
  { guard: 'not-authenticated', session: visitor, goes: null },
  { guard: 'not-authenticated', session: member, goes: '/' },
  { guard: 'token-refresh', session: visitor, goes: null },
])('$guard', ({ guard, session, goes }) => {
  it(`sends $session.at ${goes ?? 'on'}`, () => {
    const verdict = runGuards([guard], visit(session))
    expect(verdict).toMatchObject(goes === null ? { at: 'pass' } : { at: 'go', to: goes })
  })
})

it('waits on the login page until an assumed member is confirmed', () => {
  const assumed = { ...member, isAssumed: true } as const
  expect(runGuards(['not-authenticated'], visit(assumed))).toEqual({ at: 'wait' })
  expect(runGuards(['member-authenticated'], visit(assumed))).toMatchObject({ at: 'pass' })
})

it('stores the page that required a login', () => {
  expect(runGuards(['member-authenticated'], visit(visitor))).toMatchObject({
    returnAfterLogin: true,
  })
})

it('sends a member with a lost session to the login, except for cached pages', () => {
  const names = ['member-authenticated']
  expect(runGuards(names, visit(sessionLost, { kept: true }))).toMatchObject({ at: 'pass' })
  const login = { at: 'go', to: '/login', returnAfterLogin: true }
  expect(runGuards(names, visit(sessionLost))).toEqual(login)
  expect(runGuards(['room'], visit(sessionLost))).toEqual(login)
})

it('shows a member’s page as offline if it is not available', () => {
  expect(runGuards(['member-authenticated'], visit(offline))).toEqual({ at: 'offline' })
  expect(runGuards(['member-authenticated'], visit(offline, { kept: true }))).toEqual({
    at: 'offline',
  })
  expect(runGuards(['member-authenticated'], visit(cached))).toEqual({ at: 'offline' })
  expect(runGuards(['room'], visit(offline))).toEqual({ at: 'offline' })
  expect(runGuards(['room'], visit(cached))).toEqual({ at: 'offline' })
})

it('opens cached pages for the cached member without a login', () => {
  expect(runGuards(['member-authenticated'], visit(cached, { kept: true }))).toMatchObject({
    at: 'pass',
  })
  const withRoom: SessionState = { at: 'offline', user: user('haru') }
  expect(runGuards(['room'], visit(withRoom))).toMatchObject({ at: 'pass' })
})

it.each([
  { query: '?id=1&expires=2&signature=3', passes: true },
  { query: '?id=1&expires=2', passes: false },
  { query: '?id=1&expires=2&signature=', passes: false },
  { query: '', passes: false },
])('accepts the signed link $query: $passes', ({ query, passes }) => {
  const verdict = runGuards(['verify'], visit(visitor, { search: new URLSearchParams(query) }))
  expect(verdict).toMatchObject(passes ? { at: 'pass' } : { at: 'go', to: '/404' })
})

it.each([
  { guard: 'new-room', params: { roomid: 'aoi' }, passes: true },
  { guard: 'new-room', params: { roomid: 'Aoi' }, passes: false },
  { guard: 'new-room', params: { roomid: 'ab' }, passes: false },
  { guard: 'room', params: { roomid: 'aoi' }, passes: true },
  { guard: 'room', params: { roomid: 'x'.repeat(21) }, passes: false },
  { guard: 'article', params: { newsid: 'winter-2026' }, passes: true },
  { guard: 'article', params: { newsid: '../x' }, passes: false },
])('$guard accepts $params: $passes', ({ guard, params, passes }) => {
  const verdict = runGuards([guard], visit(visitor, { params }))
  expect(verdict).toMatchObject(passes ? { at: 'pass' } : { at: 'go', to: '/404' })
})

it('uses the user’s own room if the URL has none', () => {
  expect(runGuards(['room'], visit(owner))).toMatchObject({ at: 'pass' })
  expect(runGuards(['room'], visit(member))).toMatchObject({ to: '/dashboard/myroom' })
  expect(runGuards(['room'], visit(visitor))).toMatchObject({ to: '/login' })
})

it('stores the page, closes the menu and hides the email message on a new page', () => {
  setFlags({ user_menu: true, mail_fix: true, modal_open: true, page: '/before' })
  const verdict = runGuards([], visit(visitor))
  if (verdict.at !== 'pass') throw new Error(verdict.at)
  verdict.onPass?.({} as Session)
  expect(flags.get()).toEqual({
    user_menu: false,
    mail_fix: false,
    modal_open: true,
    page: '/here',
  })
})
