import { tickets } from '#contract/tickets/calls.ts'
import { apiAs } from '../../pwa/testing/api.ts'
import { logIn } from '../../pwa/testing/browser.ts'
import { waitForTickets } from '../../pwa/testing/device.ts'
import { openPhone, type Phone } from '../../pwa/testing/phone.ts'
import { type Captured, writeResponses } from './capture.ts'
import { startServer } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'
import { ratio } from './rounds.ts'
import { CPU_RATE, setCpuRate, stopServiceWorkers } from './slow-phone.ts'

const RUNS = 21
const FLOORS = new URL('./floors.ts', import.meta.url).pathname
const FAN = 'fan@example.com'
const MAX = 1.35
const GROWTH_MAX = 1.5
const MANY = 10_000

const page = (html: string): Captured => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(html).toString('base64'),
})
/** The minimal service worker: serves one cached page. */
const worker: Captured = {
  status: 200,
  headers: { 'content-type': 'text/javascript' },
  body: Buffer.from(
    `oninstall = (event) => event.waitUntil(caches.open('bare').then((cache) => cache.add('/')))
     onfetch = (event) => event.request.mode === 'navigate' && event.respondWith(caches.match('/'))`,
  ).toString('base64'),
}
const REGISTER = `<script>navigator.serviceWorker.register('/sw.js')</script>`

/** The minimal page that shows a ticket number offline. */
const bare = (number: string): Record<string, Captured> => ({
  '/': page(
    `<!doctype html><meta charset="utf-8"><title>Room</title><article><b>${number}</b></article>${REGISTER}`,
  ),
  '/sw.js': worker,
})

/** The ticket's HTML as our worker renders it, served statically and without the app. */
const drawn = (html: string): Record<string, Captured> => ({
  '/': page(html.replace(/<script[\s\S]*?<\/script>|<link[^>]*>/g, '') + REGISTER),
  '/sw.js': worker,
})

/** From opening the page, with the worker stopped, to the frame with number and code, in milliseconds. */
async function coldStart(
  { context }: Phone,
  url: string,
  expected: { number: string; code: boolean },
): Promise<number> {
  const page = await context.newPage()
  try {
    await stopServiceWorkers(page)
    await setCpuRate(await context.newCDPSession(page), CPU_RATE)
    await page.addInitScript(({ number, code }) => {
      const look = () => {
        const ticket = document.querySelector('article')
        // Our page also has a code; the minimal one has none.
        const shows =
          ticket?.textContent.includes(number) && (!code || ticket.querySelector('[data-code]'))
        requestAnimationFrame(
          shows ? () => Object.assign(globalThis, { shownAt: performance.now() }) : look,
        )
      }
      look()
    }, expected)
    await page.goto(url)
    const shown = await page.waitForFunction(() => (globalThis as { shownAt?: number }).shownAt)
    return (await shown.jsonValue())!
  } finally {
    await page.close()
  }
}

/** Alternates the sides, for equal conditions. */
async function measure<Side extends string>(sides: Record<Side, () => Promise<number>>) {
  const names = Object.keys(sides) as Side[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Side,
    number[]
  >
  for (const name of names) await sides[name]()
  for (let run = 0; run < RUNS; run++)
    for (const name of names) measured[name].push(await sides[name]())
  return measured
}

/** Adds copies of a ticket to the phone's cache. */
const addTickets = (phone: Phone, like: string, count: number) =>
  phone.page.evaluate(
    async ({ like, count }) => {
      const { name } = (await indexedDB.databases()).find(
        (one) => one.name !== 'workbox-expiration',
      )!
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name!)
        opening.onsuccess = () => resolve(opening.result)
      })
      const tx = db.transaction('tickets', 'readwrite')
      const store = tx.objectStore('tickets')
      store.get(like).onsuccess = ({ target }) => {
        const { at, value } = (target as IDBRequest<{ at: number; value: object }>).result
        for (let n = 0; n < count; n++) store.put({ at, value: { ...value, id: `t${n}` } }, `t${n}`)
      }
      await new Promise((resolve) => {
        tx.oncomplete = resolve
      })
      db.close()
    },
    { like, count },
  )

/** A phone with a login and cached tickets. */
async function phoneWithTickets(url: string) {
  const phone = await openPhone()
  await logIn(phone.page, url, FAN)
  await waitForTickets(phone.page)
  return phone
}
/** A phone that has cached the baseline server's page; the server is stopped then. */
async function keeping(answers: Record<string, Captured>, folder: string) {
  await using floor = await startServer([FLOORS, 'node', writeResponses(answers, folder)])
  const phone = await openPhone()
  await phone.page.goto(floor.url)
  await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  return { phone, url: `${floor.url}/` }
}
/** The page as our service worker serves it, once it controls the tab. */
async function pageOf({ context }: Phone, url: string): Promise<string> {
  const page = await context.newPage()
  const html = await (await page.goto(url))!.text()
  await page.close()
  if (!html.includes('data-code')) throw new Error('the service worker rendered no ticket')
  return html
}

export async function offline(): Promise<Section> {
  await using folder = await fillFolder()
  const room = await folder.start()
  const site = room.url.replace('127.0.0.1', 'localhost')
  const call = await apiAs(site, FAN)
  const issued = (await call(tickets.listIssued, {})).items.find(
    ({ status }) => status === 'valid',
  )!
  const [few, many] = [await phoneWithTickets(site), await phoneWithTickets(site)]
  await addTickets(many, issued.id, MANY)
  // From here on the server is stopped.
  await room[Symbol.asyncDispose]()

  const ticket = `${site}/account/ticketbox/ticket/${issued.id}`
  const plain = await keeping(bare(issued.number), folder.path)
  const same = await keeping(drawn(await pageOf(few, ticket)), folder.path)
  const shown = { number: issued.number, code: true }
  // An open app would go on polling the stopped server.
  for (const { page } of [few, many, plain.phone, same.phone]) await page.goto('about:blank')
  try {
    const measured = await measure({
      ours: () => coldStart(few, ticket, shown),
      many: () => coldStart(many, ticket, shown),
      bare: () => coldStart(plain.phone, plain.url, { ...shown, code: false }),
      drawn: () => coldStart(same.phone, same.url, shown),
    })
    return sectionOf(measured)
  } finally {
    for (const phone of [few, many, plain.phone, same.phone]) await phone.discard()
  }
}

function sectionOf({
  ours,
  many,
  bare,
  drawn,
}: Record<'ours' | 'many' | 'bare' | 'drawn', number[]>): Section {
  const toDrawn = ratio(ours, drawn)
  const growth = ratio(many, ours)
  const rows: Row[] = [
    {
      what: 'ticket',
      figures: { 'ours ms': figure(ours), 'drawn ms': figure(drawn), '× drawn': toDrawn },
      target: { says: `≤ ${MAX}×`, held: toDrawn.median <= MAX },
    },
    {
      what: 'relative to a page with only its number',
      figures: { 'bare ms': figure(bare), '× bare': ratio(ours, bare) },
    },
    {
      what: `one of ${MANY.toLocaleString('en')} tickets`,
      figures: { 'ours ms': figure(many), '× one of few': growth },
      target: { says: `≤ ${GROWTH_MAX}×`, held: growth.median <= GROWTH_MAX },
    },
  ]
  return {
    title: `Offline ticket, service worker stopped, CPU ${CPU_RATE} times slower`,
    rows,
  }
}

if (import.meta.main) await report('offline', offline)
