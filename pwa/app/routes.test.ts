import { matchRoutes } from 'react-router-dom'
import { expect, it } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { type Caller, createCaller } from '#contract/http/caller.ts'
import { defined } from '#contract/lib/defined.ts'
import { paths } from '#pwa/lib/paths.ts'
import { manifest } from '../manifest.ts'
import { type Visit, visits } from '../testing/journeys/visits.ts'
import { runGuards } from './guards.ts'
import { needs } from './needs.ts'
import { routes } from './routes.ts'

/** The paths of the product document, section 2, with every optional segment. */
const PRODUCT = `
/ /404 /beginners /callback /callback/twitter /completed /help /help/payment /help/other /legal /login /policy
/pre_password_config /privacy /reset_password /reset_password_config /signup /terms /verify_mail /results
/account /account/addpayments /account/community /account/event /account/feedback /account/help /account/message
/account/message/:id /account/payments /account/room /account/ticketbox /account/unsubscribe /account/unsubscribe_fix
/account/ticketbox/event/:eventid /account/ticketbox/ticket/:id
/account/setting/account_config /account/setting/email /account/setting/password
/dashboard /dashboard/confirm_monetization /dashboard/e_ticket /dashboard/e_ticket/create
/dashboard/e_ticket/:eticketid /dashboard/monetization /dashboard/myroom /dashboard/pastevent /dashboard/room_member
/community/:roomid /community/:roomid/about /community/:roomid/e_ticket /community/:roomid/e_ticket/:eticketid
/community/:roomid/event /community/:roomid/event/:eventid /community/:roomid/setting /community/:roomid/talk
/community/:roomid/talk/:talkid
/community/about /community/e_ticket /community/e_ticket/:eticketid /community/event /community/event/:eventid
/community/setting /community/talk /community/talk/:talkid
/news /news/:newsid /:roomid /:roomid/followers /:roomid/following /:roomid/setting
`
  .trim()
  .split(/\s+/)

const OURS = [
  '*',
  '/_catalogue',
  '/beginners/owner',
  '/community/:roomid/seller',
  '/dashboard/sales',
  '/gate',
  '/companion',
  '/takedown',
  '/account/share',
  '/account/voucher/:id',
  '/account/notification',
  '/account/takedown/:id',
]
const isOurs = (path: string) => OURS.includes(path) || /^\/admin(\/|$)/.test(path)

it('has every route of the product document exactly once, and no other', () => {
  const paths = routes.map(({ path }) => path)
  expect(paths.filter((path) => !isOurs(path)).sort()).toEqual([...PRODUCT].sort())
})

it.each(PRODUCT)('matches %s to its own page', (path) => {
  const url = path.replace(/:(\w+)/g, 'sample')
  const [match] = matchRoutes(routes, url) ?? []
  expect(match?.route.path).toBe(path)
})

it.each(manifest.shortcuts ?? [])('has the page of the shortcut $name', ({ url }) => {
  const [match] = matchRoutes(routes, url) ?? []
  expect(match?.route.path).toBe(url)
})

/** Visited by tests of their own, or only in development builds. */
const NOT_VISITED = [
  '*',
  '/_catalogue',
  '/account/takedown/:id',
  '/admin/*',
  '/companion',
  '/gate',
  '/takedown',
]

it('has an end-to-end visit of every page', () => {
  const visited = visits.map(({ name }) => name.split(' ')[0])
  const missing = routes.map(({ path }) => path).filter((path) => !visited.includes(path))
  expect(missing.filter((path) => !NOT_VISITED.includes(path))).toEqual([])
})

it('leaves a visit to the full run only if another address of the same page is visited', () => {
  const moduleAt = ({ name }: Visit) =>
    defined(
      routes.find(({ path }) => path === name.split(' ')[0]),
      name,
    ).module
  const opened = new Set(visits.filter(({ shownBy }) => !shownBy).map(moduleAt))
  const left = visits.filter(({ shownBy }) => shownBy === 'routes.test.ts')
  expect(left.length).toBeGreaterThan(5)
  expect(left.filter((visit) => !opened.has(moduleAt(visit)))).toEqual([])
})

const member = { id: 'u1', name: 'haru', my_room: null } as User
const without: Caller = createCaller({
  fetch: async () => Response.error(),
  token: () => null,
})

it.each(visits.filter(({ lands, shownBy }) => lands && shownBy))(
  'redirects from $name to $lands',
  async ({ url, as, lands }) => {
    const { pathname, searchParams } = new URL(await url(without), 'https://room.example')
    const [match] = matchRoutes(routes, pathname) ?? []
    const { route, params } = defined(match, pathname)
    const verdict = runGuards(route.guards, {
      session: as[0] === 'visitor' ? { at: 'visitor' } : { at: 'member', user: member },
      pattern: route.path,
      params,
      search: searchParams,
    })
    expect(verdict).toMatchObject({ at: 'go', to: lands })
  },
)

it('names only existing guards', () => {
  for (const { guards, path } of routes) {
    const verdict = runGuards(guards, {
      session: { at: 'visitor' },
      pattern: path,
      params: {},
      search: new URLSearchParams(),
    })
    expect(verdict.at, path).not.toBe('fail')
  }
})

it('has a login guard on every page of the account and the dashboard', () => {
  const own = routes.filter(({ path }) => /^\/(account|dashboard|admin)(\/|$)/.test(path))
  expect(own.length).toBeGreaterThan(20)
  for (const { guards, path } of own) expect(guards, path).toContain('member-authenticated')
})

it('shows the not-found page for an unknown path', () => {
  const [match] = matchRoutes(routes, '/a/b/c/d') ?? []
  expect(match?.route.path).toBe('*')
})

it('names a route for everything that the server renders', () => {
  const paths = routes.map(({ path }) => path)
  expect(Object.keys(needs).filter((path) => !paths.includes(path))).toEqual([])
})

it.each([
  paths.registeredRooms,
  paths.myEvents,
  paths.ticketBox,
  paths.messages,
  paths.notifications,
])('opens %s offline, as its list is cached', (path) => {
  const [match] = matchRoutes(routes, path) ?? []
  const { route } = defined(match, path)
  const session = { at: 'offline', user: member } as const
  const verdict = runGuards(route.guards, {
    session,
    pattern: path,
    params: {},
    search: new URLSearchParams(),
    kept: route.kept,
  })
  expect(verdict.at).toBe('pass')
})
