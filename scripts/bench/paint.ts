import type { Browser, BrowserContext } from 'playwright-core'
import { openBrowser, PHONE } from '../../pwa/testing/browser.ts'
import { API_BASE } from '../../server/contract/http/endpoint.ts'
import { type Captured, capture, writeResponses } from './capture.ts'
import { type Server, startServer } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'
import { ratio } from './rounds.ts'
import { SLOW_PHONE, slowDown } from './slow-phone.ts'
import { ROOM } from './statements.ts'

const RUNS = 5
const FLOORS = new URL('./floors.ts', import.meta.url).pathname
const LCP_MAX = 1.25
interface Paint {
  first: number
  largest: number
}
type Watched = typeof globalThis & { paints: Paint }

/** The first visit of a fresh browser, without cache and service worker. */
async function visit(browser: Browser, url: string): Promise<Paint> {
  const context = await browser.newContext({
    viewport: PHONE,
    locale: 'ja-JP',
    serviceWorkers: 'block',
  })
  try {
    return await paintOf(context, url)
  } finally {
    await context.close()
  }
}

async function paintOf(context: BrowserContext, url: string): Promise<Paint> {
  const page = await context.newPage()
  await slowDown(page)
  await page.addInitScript(() => {
    const paints = { first: 0, largest: 0 }
    Object.assign(globalThis, { paints })
    new PerformanceObserver((list) => {
      paints.largest = list.getEntries().at(-1)?.startTime ?? 0
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      paints.first ||= list.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    }).observe({ type: 'paint', buffered: true })
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  // The browser may tell of a paint later than of the last answer.
  await page.waitForFunction(() => (globalThis as Watched).paints.largest > 0)
  return page.evaluate(() => (globalThis as Watched).paints)
}

/** The same pages with scripts disabled; styles and pictures are captured, too. */
async function withoutScripts({ url }: Server, paths: string[]): Promise<Record<string, Captured>> {
  const accept = { 'accept-encoding': 'br, gzip' }
  const captured: Record<string, Captured> = {}
  for (const path of paths) {
    const page = await capture(url + path)
    const html = Buffer.from(page.body, 'base64')
      .toString()
      .replaceAll('rel="modulepreload"', 'rel="no-preload"')
      .replaceAll('type="module"', 'type="text/plain"')
    const body = Buffer.from(html)
    const headers = { ...page.headers, 'content-length': String(body.length) }
    captured[path] = { ...page, headers, body: body.toString('base64') }
    for (const [, part] of html.matchAll(/(?:href|src)="(\/[^"]*\.[a-z0-9]+)"/g))
      if (!part!.endsWith('.js')) captured[part!] ??= await capture(url + part!, accept)
  }
  return captured
}

interface Page {
  what: string
  path: string
}

/** One page of each kind that is reached from other sites. */
async function pagesOf({ url }: Server): Promise<Page[]> {
  const first = async (list: string): Promise<Record<string, string>> => {
    const json = (await (await fetch(`${url}${API_BASE}${list}`)).json()) as Record<
      string,
      string
    >[]
    if (!json[0]) throw new Error(`${list} is empty`)
    return json[0]
  }
  const event = await first(`/event?room=${ROOM}&state=upcoming`)
  const article = await first('/news')
  return [
    { what: 'home', path: '/' },
    { what: 'room', path: `/community/${ROOM}` },
    { what: 'event', path: `/community/${ROOM}/event/${event.id}` },
    { what: 'article', path: `/news/${article.slug}` },
    { what: 'login', path: '/login' },
  ]
}

interface Runs extends Page {
  ours: Paint[]
  floor: Paint[]
}

export async function paint(): Promise<Section> {
  await using folder = await fillFolder()
  await using room = await folder.start()
  const pages = await pagesOf(room)
  const paths = pages.map(({ path }) => path)
  const answers = writeResponses(await withoutScripts(room, paths), folder.path)
  await using plain = await startServer([FLOORS, 'node', answers])
  const browser = await openBrowser({ whole: true })
  const runs: Runs[] = pages.map((page) => ({ ...page, ours: [], floor: [] }))
  try {
    for (const { path, ours, floor } of runs) {
      for (const { url } of [room, plain]) await visit(browser, url + path)
      for (let run = 0; run < RUNS; run++) {
        ours.push(await visit(browser, room.url + path))
        floor.push(await visit(browser, plain.url + path))
      }
    }
  } finally {
    await browser.close()
  }
  return {
    title: `First visit, ${SLOW_PHONE}`,
    rows: runs.flatMap(rowsOf),
  }
}

function rowsOf({ what, ours, floor }: Runs): Row[] {
  const rowOf = (name: string, kind: keyof Paint) => {
    const [ourTimes, staticTimes] = [ours.map((run) => run[kind]), floor.map((run) => run[kind])]
    const times = ratio(ourTimes, staticTimes)
    const figures = {
      'ours ms': figure(ourTimes),
      'static ms': figure(staticTimes),
      '× static': times,
    }
    return { what: `${what}, ${name} paint`, figures, times }
  }
  const { times: _, ...first } = rowOf('first', 'first')
  const { times, ...largest } = rowOf('largest', 'largest')
  const target = { says: `≤ ${LCP_MAX}×`, held: times.median <= LCP_MAX }
  return [first, { ...largest, target }]
}

if (import.meta.main) await report('paint', paint)
