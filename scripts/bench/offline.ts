import { tickets } from '#contract/tickets.ts'
import { apiAs } from '../../pwa/testing/api.ts'
import { logIn } from '../../pwa/testing/browser.ts'
import { waitForTickets } from '../../pwa/testing/device.ts'
import { openPhone, type Phone } from '../../pwa/testing/phone.ts'
import { type Captured, keep } from './capture.ts'
import { startServer } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'
import { ratio } from './rounds.ts'

const RUNS = 21
const FLOORS = new URL('./floors.ts', import.meta.url).pathname
const FAN = 'fan@example.com'
/** A middling phone. */
const CPU_RATE = 4
const MAX = 1.35
const GROWTH_MAX = 1.5
const MANY = 10_000

const page = (html: string): Captured => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(html).toString('base64'),
})
/** The least of workers: it gives back its one page as it stands. */
const worker: Captured = {
  status: 200,
  headers: { 'content-type': 'text/javascript' },
  body: Buffer.from(
    `oninstall = (event) => event.waitUntil(caches.open('bare').then((cache) => cache.add('/')))
     onfetch = (event) => event.request.mode === 'navigate' && event.respondWith(caches.match('/'))`,
  ).toString('base64'),
}
const REGISTER = `<script>navigator.serviceWorker.register('/sw.js')</script>`

/** The least that can name a ticket with no network. */
const bare = (number: string): Record<string, Captured> => ({
  '/': page(
    `<!doctype html><meta charset="utf-8"><title>Room</title><article><b>${number}</b></article>${REGISTER}`,
  ),
  '/sw.js': worker,
})

/** The same ticket to the last byte, drawn by nobody: without the app that comes after it. */
const drawn = (html: string): Record<string, Captured> => ({
  '/': page(html.replace(/<script[\s\S]*?<\/script>|<link[^>]*>/g, '') + REGISTER),
  '/sw.js': worker,
})

/** From the tap on the icon, with the worker asleep, to the frame that shows the number and the code, in milliseconds. */
async function coldStart(
  { context }: Phone,
  url: string,
  wanted: { number: string; code: boolean },
): Promise<number> {
  const page = await context.newPage()
  try {
    const client = await context.newCDPSession(page)
    await client.send('ServiceWorker.enable')
    await client.send('ServiceWorker.stopAllWorkers')
    await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
    await page.addInitScript(({ number, code }) => {
      const look = () => {
        const ticket = document.querySelector('article')
        // Ours with its code; the bare page has none.
        const shows =
          ticket?.textContent.includes(number) && (!code || ticket.querySelector('[data-code]'))
        requestAnimationFrame(
          shows ? () => Object.assign(globalThis, { shownAt: performance.now() }) : look,
        )
      }
      look()
    }, wanted)
    await page.goto(url)
    const shown = await page.waitForFunction(() => (globalThis as { shownAt?: number }).shownAt)
    return (await shown.jsonValue())!
  } finally {
    await page.close()
  }
}

/** Sides in turn: what slows the machine slows them all. */
async function measure<Side extends string>(sides: Record<Side, () => Promise<number>>) {
  const names = Object.keys(sides) as Side[]
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Side,
    number[]
  >
  for (const name of names) await sides[name]()
  for (let run = 0; run < RUNS; run++)
    for (const name of names) found[name].push(await sides[name]())
  return found
}

/** As many tickets more on this phone, each like the one that is there. */
const addTickets = (phone: Phone, like: string, count: number) =>
  phone.page.evaluate(
    async ({ like, count }) => {
      const { name } = (await indexedDB.databases()).find(
        (one) => one.name !== 'workbox-expiration',
      )!
      const db = await new Promise<IDBDatabase>((found) => {
        const opening = indexedDB.open(name!)
        opening.onsuccess = () => found(opening.result)
      })
      const tx = db.transaction('tickets', 'readwrite')
      const store = tx.objectStore('tickets')
      store.get(like).onsuccess = ({ target }) => {
        const { at, value } = (target as IDBRequest<{ at: number; value: object }>).result
        for (let n = 0; n < count; n++) store.put({ at, value: { ...value, id: `t${n}` } }, `t${n}`)
      }
      await new Promise((done) => {
        tx.oncomplete = done
      })
      db.close()
    },
    { like, count },
  )

/** A phone that has been logged in, with its tickets. */
async function hers(url: string) {
  const phone = await openPhone()
  await logIn(phone.page, url, FAN)
  await waitForTickets(phone.page)
  return phone
}
/** A phone that has seen the one page of a floor, and keeps it; the floor is gone by then. */
async function keeping(answers: Record<string, Captured>, folder: string) {
  await using floor = await startServer([FLOORS, 'node', keep(answers, folder)])
  const phone = await openPhone()
  await phone.page.goto(floor.url)
  await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  return { phone, url: `${floor.url}/` }
}
/** What our worker answers with, once the worker has the tab. */
async function pageOf({ context }: Phone, url: string): Promise<string> {
  const page = await context.newPage()
  const html = await (await page.goto(url))!.text()
  await page.close()
  if (!html.includes('data-code')) throw new Error('the worker drew no ticket')
  return html
}

export async function offline(): Promise<Section> {
  await using folder = await fillFolder()
  const room = await folder.start()
  const site = room.url.replace('127.0.0.1', 'localhost')
  const call = await apiAs(site, FAN)
  const mine = (await call(tickets.listIssued, {})).items.find(({ status }) => status === 'valid')!
  const [few, many] = [await hers(site), await hers(site)]
  await addTickets(many, mine.id, MANY)
  // Nobody answers any more.
  await room[Symbol.asyncDispose]()

  const ticket = `${site}/account/ticketbox/ticket/${mine.id}`
  const plain = await keeping(bare(mine.number), folder.path)
  const same = await keeping(drawn(await pageOf(few, ticket)), folder.path)
  const shown = { number: mine.number, code: true }
  // An app that is open already would go on asking for a server that is gone.
  for (const { page } of [few, many, plain.phone, same.phone]) await page.goto('about:blank')
  try {
    const found = await measure({
      ours: () => coldStart(few, ticket, shown),
      many: () => coldStart(many, ticket, shown),
      bare: () => coldStart(plain.phone, plain.url, { ...shown, code: false }),
      drawn: () => coldStart(same.phone, same.url, shown),
    })
    return sectionOf(found)
  } finally {
    for (const phone of [few, many, plain.phone, same.phone]) await phone.throwAway()
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
      what: 'a ticket, to the frame that shows it',
      figures: { 'ours ms': figure(ours), 'drawn ms': figure(drawn), '× drawn': toDrawn },
      target: { says: `≤ ${MAX}×`, held: toDrawn.median <= MAX },
    },
    {
      what: 'to a page with nothing but its number',
      figures: { 'bare ms': figure(bare), '× bare': ratio(ours, bare) },
    },
    {
      what: `one of ${MANY.toLocaleString('en')} tickets`,
      figures: { 'ours ms': figure(many), '× one of few': growth },
      target: { says: `≤ ${GROWTH_MAX}×`, held: growth.median <= GROWTH_MAX },
    },
  ]
  return {
    title: `Ticket with no network, worker asleep, CPU ${CPU_RATE} times slower`,
    rows,
  }
}

if (import.meta.main) await report('offline', offline)
