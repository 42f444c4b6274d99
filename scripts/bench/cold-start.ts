import type { BrowserContext, Page } from 'playwright-core'
import { apiAs } from '../../pwa/testing/api.ts'
import { logIn } from '../../pwa/testing/browser.ts'
import { waitForSnapshot, waitForTickets } from '../../pwa/testing/device.ts'
import { openPhone, type Phone } from '../../pwa/testing/phone.ts'
import { events } from '../../server/contract/events/calls.ts'
import { API_BASE } from '../../server/contract/http/endpoint.ts'
import { rooms } from '../../server/contract/rooms/calls.ts'
import { type Captured, writeResponses } from './capture.ts'
import { onAir } from './on-air.ts'
import { startServer } from './processes.ts'
import { testPicture } from './publisher.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'
import { ratio } from './rounds.ts'
import { SLOW_PHONE, slowDown, stopServiceWorkers } from './slow-phone.ts'
import { ROOM } from './statements.ts'

const RUNS = 3
const FLOORS = new URL('./floors.ts', import.meta.url).pathname
const FAN = 'fan@example.com'
const OWN_MAX_MS = 800
const FRESH_MAX_MS = 1_600
const REQUESTS_MAX = 6
/** The page of a stream: its frame, and the first moving picture. */
const FRAME_MAX_MS = 1_500
const MOVING_MAX_MS = 5_000

interface MemberPage {
  what: string
  path: string
  /** A text of the member's own content. */
  own: string
}

async function pagesOf(site: string): Promise<MemberPage[]> {
  const call = await apiAs(site, FAN)
  const { title } = await call(rooms.getRoom, { params: { id: ROOM } })
  const [event] = (await call(events.listJoined, {})).items
  if (!event) throw new Error('the fan has no ticket')
  return [
    { what: 'home', path: '/', own: title },
    { what: 'ticket box', path: '/account/ticketbox', own: event.title },
    { what: 'joined rooms', path: '/account/room', own: title },
    { what: 'room', path: `/community/${ROOM}`, own: title },
  ]
}

interface Start {
  /** Milliseconds until a frame shows the member's own content. */
  own: number
  /** Until the server's answer to the page is there. */
  fresh: number
  requests: number
  rounds: number
}

/** A new page as a tap on the icon opens it, with the service worker stopped; notes when `own` is shown. */
async function openCold(context: BrowserContext, own: string): Promise<Page> {
  const page = await context.newPage()
  await stopServiceWorkers(page)
  await slowDown(page)
  await page.addInitScript((text) => {
    const look = () =>
      requestAnimationFrame(
        document.querySelector('main')?.textContent.includes(text)
          ? () => Object.assign(globalThis, { ownAt: performance.now() })
          : look,
      )
    look()
  }, own)
  return page
}

/** When `own` was shown, in milliseconds. */
async function ownAt(page: Page): Promise<number> {
  const shown = await page.waitForFunction(() => (globalThis as { ownAt?: number }).ownAt)
  return (await shown.jsonValue())!
}

async function coldStart(context: BrowserContext, url: string, own: string): Promise<Start> {
  const page = await openCold(context, own)
  try {
    await page.goto(url, { waitUntil: 'networkidle' })
    return { own: await ownAt(page), ...(await callsOf(page)) }
  } finally {
    await page.close()
  }
}

/** The calls of a start: those of the page itself end with the second round. */
async function callsOf(page: Page): Promise<Omit<Start, 'own'>> {
  const calls = await page.evaluate(
    (base) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.startsWith(base))
        .map(({ startTime, duration }) => ({ start: startTime, end: startTime + duration })),
    API_BASE,
  )
  const rounds: (typeof calls)[] = []
  for (const call of calls.toSorted((a, b) => a.start - b.start)) {
    const current = rounds.at(-1)
    // A call of the next round starts when one of this round has ended.
    if (!current || call.start >= Math.min(...current.map(({ end }) => end))) rounds.push([call])
    else current.push(call)
  }
  const fresh = Math.max(0, ...rounds.slice(0, 2).flatMap((round) => round.map(({ end }) => end)))
  return { fresh, requests: calls.length, rounds: rounds.length }
}

const REGISTER = `<script>navigator.serviceWorker.register('/sw.js')</script>`
const text = (body: string, type: string): Captured => ({
  status: 200,
  headers: { 'content-type': type },
  body: Buffer.from(body).toString('base64'),
})
/** A service worker that serves cached pages. */
const worker = (paths: string[]) =>
  text(
    `oninstall = (event) =>
       event.waitUntil(caches.open('bare').then((cache) => cache.addAll(${JSON.stringify(paths)})))
     onfetch = (event) => event.request.mode === 'navigate' && event.respondWith(caches.match(event.request))`,
    'text/javascript',
  )

/** The page as it shows, with its styles inside and without scripts and pictures. */
async function staticPage({ context }: Phone, url: string): Promise<Captured> {
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  await waitForSnapshot(page, new URL(url).pathname)
  const html = await page.evaluate(() => {
    const css = [...document.styleSheets].flatMap(({ cssRules }) =>
      [...cssRules].map(({ cssText }) => cssText),
    )
    for (const element of document.querySelectorAll('script, link, template')) element.remove()
    for (const image of document.images) image.removeAttribute('src')
    const style = document.createElement('style')
    style.textContent = css.join('\n')
    document.head.append(style)
    return document.documentElement.outerHTML
  })
  await page.close()
  return text(`<!doctype html>${html}${REGISTER}`, 'text/html; charset=utf-8')
}

/** A member's start from the icon, compared to a static page of the same look from a service worker. */
export async function coldStarts(): Promise<Section> {
  await using folder = await fillFolder()
  await using room = await folder.start()
  const site = room.url.replace('127.0.0.1', 'localhost')
  const phone = await openPhone()
  const bare = await openPhone()
  try {
    await logIn(phone.page, site, FAN)
    await waitForTickets(phone.page)
    const pages: Record<string, Captured> = {}
    // The second visit finds what the first has stored.
    const members = await pagesOf(site)
    for (const { path } of members) pages[path] = await staticPage(phone, site + path)
    await phone.page.goto('about:blank')
    const paths = Object.keys(pages)
    const answers = writeResponses({ ...pages, '/sw.js': worker(paths) }, folder.path)
    await using floor = await startServer([FLOORS, 'node', answers])
    const floorUrl = floor.url.replace('127.0.0.1', 'localhost')
    await bare.page.goto(floorUrl)
    await bare.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    await bare.page.goto('about:blank')
    const rows: Row[] = []
    for (const { what, path, own } of members) {
      const ours: Start[] = []
      const plain: Start[] = []
      for (let run = -1; run < RUNS; run++) {
        const one = await coldStart(phone.context, site + path, own)
        const other = await coldStart(bare.context, floorUrl + path, own)
        // The first is to warm up.
        if (run >= 0) {
          ours.push(one)
          plain.push(other)
        }
      }
      rows.push(rowOf(what, ours, plain))
    }
    rows.push(await watchStarts())
    return { title: `A member's start, ${SLOW_PHONE}`, rows }
  } finally {
    for (const one of [phone, bare]) await one.discard()
  }
}

/** A ticket holder's start at the page of a stream on air. */
async function watchStarts(): Promise<Row> {
  await using air = await onAir({ LIVE_LADDER: 'off' }, testPicture({ size: '640x360', kbps: 600 }))
  const { site } = air.room
  const phone = await openPhone()
  try {
    await logIn(phone.page, site, FAN)
    await waitForTickets(phone.page)
    await phone.page.goto(site + air.path)
    await movingAt(phone.page)
    await waitForSnapshot(phone.page, air.path)
    await phone.page.goto('about:blank')
    const starts: { frame: number; moving: number; requests: number }[] = []
    for (let run = -1; run < RUNS; run++) {
      const page = await openCold(phone.context, air.title)
      await page.goto(site + air.path, { waitUntil: 'commit' })
      const moving = await movingAt(page)
      const { requests } = await callsOf(page)
      if (run >= 0) starts.push({ frame: await ownAt(page), moving, requests })
      await page.close()
    }
    const of = (kind: 'frame' | 'moving' | 'requests') => figure(starts.map((one) => one[kind]))
    const [frame, moving, requests] = [of('frame'), of('moving'), of('requests')]
    const isHeld =
      frame.median <= FRAME_MAX_MS &&
      moving.median <= MOVING_MAX_MS &&
      requests.median <= REQUESTS_MAX
    return {
      what: 'stream',
      figures: { 'own ms': frame, 'moving ms': moving, requests },
      target: {
        says: `own ≤ ${FRAME_MAX_MS}, moving ≤ ${MOVING_MAX_MS}, requests ≤ ${REQUESTS_MAX}`,
        held: isHeld,
      },
    }
  } finally {
    await phone.discard()
  }
}

/** When the picture moves, in milliseconds. */
async function movingAt(page: Page): Promise<number> {
  const moving = await page.waitForFunction(() => {
    const film = document.querySelector('video')
    return film && film.currentTime > 0 && film.getVideoPlaybackQuality().totalVideoFrames > 3
      ? performance.now()
      : null
  })
  return (await moving.jsonValue())!
}

function rowOf(what: string, ours: Start[], plain: Start[]): Row {
  const of = (starts: Start[], kind: keyof Start) => starts.map((start) => start[kind])
  const own = figure(of(ours, 'own'))
  const fresh = figure(of(ours, 'fresh'))
  const requests = figure(of(ours, 'requests'))
  const isHeld =
    own.median <= OWN_MAX_MS && fresh.median <= FRESH_MAX_MS && requests.median <= REQUESTS_MAX
  return {
    what,
    figures: {
      'own ms': own,
      '× static': ratio(of(ours, 'own'), of(plain, 'own')),
      'fresh ms': fresh,
      requests,
      rounds: figure(of(ours, 'rounds')),
    },
    target: {
      says: `own ≤ ${OWN_MAX_MS}, fresh ≤ ${FRESH_MAX_MS}, requests ≤ ${REQUESTS_MAX}`,
      held: isHeld,
    },
  }
}

if (import.meta.main) await report('coldStart', coldStarts)
