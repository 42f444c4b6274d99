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

const RUNS = 15
const FLOORS = new URL('./floors.ts', import.meta.url).pathname
const FAN = 'fan@example.com'
/** A middling phone. */
const CPU_RATE = 4
const MAX = 1.35
const GROWTH_MAX = 1.5
const MANY = 10_000

/** The least that can show a ticket with no network: its page as it stands, given back by the least of workers. */
function bare(number: string): Record<string, Captured> {
  const answer = (type: string, body: string) => ({
    status: 200,
    headers: { 'content-type': type },
    body: Buffer.from(body).toString('base64'),
  })
  return {
    '/': answer(
      'text/html; charset=utf-8',
      `<!doctype html><meta charset="utf-8"><title>Room</title><article><b>${number}</b></article><script>navigator.serviceWorker.register('/sw.js')</script>`,
    ),
    '/sw.js': answer(
      'text/javascript',
      `oninstall = (event) => event.waitUntil(caches.open('bare').then((cache) => cache.add('/')))
       onfetch = (event) => event.request.mode === 'navigate' && event.respondWith(caches.match('/'))`,
    ),
  }
}

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

/** A phone that has been logged in, and one that has seen the bare page. */
async function prepare(url: string, bareUrl: string) {
  const [few, many, plain] = [await openPhone(), await openPhone(), await openPhone()]
  for (const phone of [few, many]) {
    await logIn(phone.page, url, FAN)
    await waitForTickets(phone.page)
  }
  await plain.page.goto(bareUrl)
  await plain.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  return { few, many, plain }
}

export async function offline(): Promise<Section> {
  await using folder = await fillFolder()
  const room = await folder.start()
  const site = room.url.replace('127.0.0.1', 'localhost')
  const call = await apiAs(site, FAN)
  const mine = (await call(tickets.listIssued, {})).items.find(({ status }) => status === 'valid')!
  const floor = await startServer([FLOORS, 'node', keep(bare(mine.number), folder.path)])
  const phones = await prepare(site, floor.url)
  await addTickets(phones.many, mine.id, MANY)
  // Nobody answers any more.
  await room[Symbol.asyncDispose]()
  await floor[Symbol.asyncDispose]()

  const ticket = `${site}/account/ticketbox/ticket/${mine.id}`
  try {
    const found = await measure({
      ours: () => coldStart(phones.few, ticket, { number: mine.number, code: true }),
      many: () => coldStart(phones.many, ticket, { number: mine.number, code: true }),
      bare: () => coldStart(phones.plain, `${floor.url}/`, { number: mine.number, code: false }),
    })
    return sectionOf(found)
  } finally {
    for (const phone of Object.values(phones)) await phone.throwAway()
  }
}

function sectionOf({ ours, many, bare }: Record<'ours' | 'many' | 'bare', number[]>): Section {
  const toBare = ratio(ours, bare)
  const growth = ratio(many, ours)
  const rows: Row[] = [
    {
      what: 'a ticket, to the frame that shows it',
      figures: { 'ours ms': figure(ours), 'bare ms': figure(bare), '× bare': toBare },
      target: { says: `≤ ${MAX}×`, held: toBare.median <= MAX },
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
