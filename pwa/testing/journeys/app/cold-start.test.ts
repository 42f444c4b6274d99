import type { Page, Request, Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { API_BASE } from '#contract/http/endpoint.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { news } from '#contract/news/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { OFFLINE_AFTER_MS } from '#contract/shared/limits.ts'
import { threads } from '#contract/threads/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { apiAs } from '../../api.ts'
import { letIn, openContext, openPage, PHONE } from '../../browser.ts'
import { waitForSeen, waitForSnapshot, waitForWorker } from '../../device.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const FAN = 'fan@example.com'
const ROOM = { roomid: 'aoi' }
const REQUESTS_MAX = 6

/** What the fan has before the start. */
let before: { room: string; event: string; thread: string }

async function lookAround() {
  const fan = await apiAs(site.server.url, FAN)
  const { title } = await fan(rooms.getRoom, { params: { id: 'aoi' } })
  const joined = await fan(events.listJoined, {})
  const posted = await fan(threads.listThreads, { params: ROOM })
  return { room: title, event: joined.items[0]!.title, thread: posted.items[0]!.title }
}

async function joinRoom() {
  const fan = await apiAs(site.server.url, FAN)
  const { items } = await fan(rooms.listRooms, { query: { limit: 100 } })
  const { id, title } = items.find(({ amount, can }) => amount === 0 && can.join)!
  await fan(rooms.subscribe, { body: { room_id: id } })
  return title
}

async function takeTicket() {
  const fan = await apiAs(site.server.url, FAN)
  const { items } = await fan(tickets.listDigitalTickets, { params: { roomid: 'akari' } })
  const { id, title } = items.find(({ amount, status }) => amount === 0 && status === 'published')!
  await fan(tickets.joinTicket, { params: { id }, body: {} })
  return title
}

async function postThread() {
  const title = '閉じているあいだに届いた題'
  const body = new FormData()
  body.set('title', title)
  body.set('text', '本文です。')
  const owner = await apiAs(site.server.url, 'owner@example.com')
  await owner(posting.createThread, { params: ROOM, body })
  return title
}

const nameOf = (request: Request) => {
  const { pathname, search } = new URL(request.url())
  return `${request.method()} ${pathname.slice(API_BASE.length)}${search}`
}

/**
 * Holds the answers to all calls of a page until they are let through. However long that takes, the page does not count as
 * offline: it would send calls by themselves.
 */
async function hold(page: Page) {
  await page.addInitScript((offlineMs) => {
    const later = window.setTimeout
    const patient = (work: TimerHandler, ms?: number, ...rest: unknown[]) =>
      later(work, ms === offlineMs ? 2 ** 31 - 1 : ms, ...rest)
    window.setTimeout = patient as typeof window.setTimeout
  }, OFFLINE_AFTER_MS)
  const requests: string[] = []
  const held = new Map<string, Route>()
  let isOpen = false
  await page.route(`**${API_BASE}/**`, (route, request) => {
    requests.push(nameOf(request))
    if (isOpen) return route.continue()
    held.set(nameOf(request), route)
  })
  return {
    requests,
    async answer(name: string) {
      await expect.poll(() => [...held.keys()]).toContain(name)
      const route = held.get(name)!
      held.delete(name)
      await route.continue()
    },
    async answerAll() {
      isOpen = true
      for (const route of held.values()) await route.continue()
    },
  }
}

const text = (page: Page, title: string) => page.getByRole('main').getByText(title).first()

beforeAll(async () => {
  before = await lookAround()
})

/** `change`: what happens while the app is closed; returns the text that shows it. */
const PAGES = [
  { path: '/account/ticketbox', own: () => before.event, change: takeTicket },
  { path: '/', own: () => before.room, change: joinRoom },
  { path: '/account/room', own: () => before.room, change: joinRoom },
  { path: '/community/aoi', own: () => before.room, change: postThread },
]

/** Whether the app had rendered anything in the first frame that shows the text, and that frame's text. */
async function firstFrame(page: Page, own: string) {
  await page.addInitScript((shown) => {
    const look = () => {
      const root = document.getElementById('root')
      const text = root?.querySelector('main')?.textContent ?? ''
      if (!text.includes(shown)) return requestAnimationFrame(look)
      const byApp = Object.keys(root!).some((key) => key.startsWith('__reactContainer'))
      return Object.assign(globalThis, { firstFrame: { byApp, text } })
    }
    look()
  }, own)
  return async () => {
    const found = await page.waitForFunction(() => Reflect.get(globalThis, 'firstFrame'))
    return found.jsonValue() as Promise<{ byApp: boolean; text: string }>
  }
}

it('a member’s start shows the page as it was last seen, before the app is loaded', async () => {
  const context = await openContext(site.browser, { viewport: PHONE, serviceWorkers: 'allow' })
  const { page } = await openPage(context)
  await letIn(page, site.server.url, FAN)
  await page.goto(site.server.url)
  await waitForWorker(page)
  for (const path of ['/?source=pwa', '/community/aoi']) {
    await page.goto(site.server.url + path)
    await text(page, before.room).waitFor()
    await waitForSnapshot(page, new URL(page.url()).pathname)
    const start = await context.newPage()
    const first = await firstFrame(start, before.room)
    await start.goto(site.server.url + path)
    const frame = await first()
    expect(frame.byApp, path).toBe(false)
    // Its reader may have left the room.
    expect(frame.text).not.toContain(before.thread)
    await start.waitForFunction(() => 'isHydrated' in globalThis)
    await text(start, before.room).waitFor()
    await start.close()
  }
})

it('a visitor’s return shows the page before the app is loaded, and offline what cannot be opened', async () => {
  const context = await openContext(site.browser, { viewport: PHONE, serviceWorkers: 'allow' })
  const { page, complaints } = await openPage(context)
  await page.goto(site.server.url)
  await waitForWorker(page)
  const first = await firstFrame(page, before.room)
  const response = await page.goto(`${site.server.url}/community/aoi`)
  expect(response?.fromServiceWorker()).toBe(true)
  expect((await first()).byApp).toBe(false)
  await page.waitForFunction(() => 'isHydrated' in globalThis)
  expect(complaints).toEqual([])
  await context.setOffline(true)
  await page.goto(`${site.server.url}/community/akari`)
  await page.getByRole('heading', { name: 'そのページはオフラインでは開けません' }).waitFor()
})

it('a member’s start shows frame and cached lists at once, and is fresh after two rounds', {
  tags: 'full',
}, async () => {
  const { page, context } = await openAs(site, FAN, '/')
  await waitForSeen(page, news.getArticle, inbox.listConversations)
  for (const { path, own } of PAGES) {
    await page.goto(site.server.url + path)
    await text(page, own()).waitFor()
    await waitForSnapshot(page, path)
  }
  await waitForSeen(page, rooms.listSubscribed, rooms.getRoom, threads.listThreads)
  await page.close()
  for (const { path, own, change } of PAGES) {
    const fresh = await change()
    const start = await context.newPage()
    const calls = await hold(start)
    await start.goto(site.server.url + path)
    // Nothing is answered yet.
    await start.getByRole('navigation').first().waitFor()
    await text(start, own()).waitFor()
    // The reader may have left the room.
    expect(await text(start, before.thread).count(), path).toBe(0)
    expect(await text(start, fresh).count(), path).toBe(0)
    expect(calls.requests, path).toEqual(['POST /refresh'])
    await calls.answer('POST /refresh')
    await calls.answer('POST /reads')
    await text(start, fresh).waitFor()
    await calls.answerAll()
    await start.waitForLoadState('networkidle')
    expect(calls.requests.length, path).toBeLessThanOrEqual(REQUESTS_MAX)
    expect(new Set(calls.requests).size, path).toBe(calls.requests.length)
    await start.close()
  }
})
