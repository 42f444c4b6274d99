import type { Browser, BrowserContext } from 'playwright-core'
import { openBrowser, PHONE } from '../../pwa/testing/browser.ts'
import { type Captured, capture, keep } from './capture.ts'
import { type Server, startServer } from './processes.ts'
import { figure, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'
import { ratio } from './rounds.ts'

const RUNS = 5
const FLOORS = new URL('./floors.ts', import.meta.url).pathname
/** A middling phone on a middling line. */
const CPU_RATE = 4
const LINE = { latency: 150, throughput: 1_600_000 / 8 }
const LCP_MAX = 1.25
interface Paint {
  first: number
  largest: number
}
type Watched = typeof globalThis & { paints: Paint }

/** The first visit of a fresh browser: nothing is cached, no worker is there. */
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
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE.latency,
    downloadThroughput: LINE.throughput,
    uploadThroughput: LINE.throughput,
  })
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
  const paint = await page.evaluate(() => (globalThis as Watched).paints)
  if (paint.largest === 0) throw new Error(`${url} painted nothing`)
  return paint
}

/** The same bytes but for what makes scripts run; its styles and pictures come along. */
async function withoutScripts({ url }: Server): Promise<Record<string, Captured>> {
  const page = await capture(`${url}/`)
  const html = Buffer.from(page.body, 'base64')
    .toString()
    .replaceAll('rel="modulepreload"', 'rel="no-preload"')
    .replaceAll('type="module"', 'type="text/plain"')
  const parts = new Set(
    [...html.matchAll(/(?:href|src)="(\/[^"]*\.[a-z0-9]+)"/g)].map(([, at]) => at!),
  )
  const accept = { 'accept-encoding': 'br, gzip' }
  const files = [...parts].filter((path) => !path.endsWith('.js'))
  const kept = await Promise.all(
    files.map(async (path) => [path, await capture(url + path, accept)] as const),
  )
  const body = Buffer.from(html)
  const headers = { ...page.headers, 'content-length': String(body.length) }
  return { '/': { ...page, headers, body: body.toString('base64') }, ...Object.fromEntries(kept) }
}

export async function paint(): Promise<Section> {
  await using folder = await fillFolder()
  await using room = await folder.start()
  const answers = keep(await withoutScripts(room), folder.path)
  await using plain = await startServer([FLOORS, 'node', answers])
  const browser = await openBrowser()
  const ours: Paint[] = []
  const floor: Paint[] = []
  try {
    for (const { url } of [room, plain]) await visit(browser, url)
    for (let run = 0; run < RUNS; run++) {
      ours.push(await visit(browser, `${room.url}/`))
      floor.push(await visit(browser, `${plain.url}/`))
    }
  } finally {
    await browser.close()
  }
  return sectionOf(ours, floor)
}

function sectionOf(ours: Paint[], floor: Paint[]): Section {
  const rowOf = (what: string, kind: keyof Paint) => {
    const [mine, its] = [ours.map((run) => run[kind]), floor.map((run) => run[kind])]
    const times = ratio(mine, its)
    return {
      what,
      figures: { 'ours ms': figure(mine), 'static ms': figure(its), '× static': times },
      target: { says: `≤ ${LCP_MAX}×`, held: times.median <= LCP_MAX },
    }
  }
  const { target: _, ...first } = rowOf('first paint', 'first')
  return {
    title: `Home page, first visit, CPU ${CPU_RATE} times slower, 1.6 Mbit/s`,
    rows: [first, rowOf('largest paint', 'largest')],
  }
}

if (import.meta.main) await report('paint', paint)
