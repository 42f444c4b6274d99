import type { BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { firstVariants, letIn, newContext, openPage, PHONE, sharedBrowser } from '../../browser.ts'
import { storedOn, waitUntil } from '../../device.ts'

type Answer = Parameters<Route['fulfill']>[0] | 'cut off'

const html = { contentType: 'text/html', body: '<h1>Wi-Fiにログイン</h1>' }
const json = (body: string) => ({ contentType: 'application/json', body })

/** What portals, proxies and broken servers answer in the place of our API. */
const ANSWERS = {
  'a redirect to a portal': { status: 302, headers: { location: '/login' } },
  'a 401': { status: 401, ...json('{"message":"Unauthorized"}') },
  'a 204': { status: 204 },
  'an empty object': { status: 200, ...json('{}') },
  'nothing: the line is cut off': 'cut off',
  'a 204 of our server': { status: 204, headers: { 'x-request-id': 'A' } },
  null: { status: 200, ...json('null') },
  'an empty list': { status: 200, ...json('[]') },
  'half of a token': { status: 200, ...json('{"access_token":"ey') },
  'a page': { status: 200, ...html },
  'a page with 403': { status: 403, ...html },
  'a 404': { status: 404, ...json('{"message":"Not Found"}') },
  'a page with 502': { status: 502, ...html },
} satisfies Record<string, Answer>
/** One of each kind, for screens that keep nothing of their own: `user-session.test.ts` tries the session with all. */
const FEW = ['a 401', 'an empty list', 'a page', 'nothing: the line is cut off'] as const

const siteUrl = inject('siteUrl')
const API = '**/api/application/**'
const TICKET_BOX = '/account/ticketbox'
const SCREENS = ['/account', '/', '/account/message', '/account/payments', '/news']
const DRAFT = 'まだ送っていないご意見です'

let context: BrowserContext
let page: Page
/** Of the tickets that the ticket box shows. */
const ticketNames: string[] = []
beforeAll(async () => {
  // Without a service worker every request can be answered.
  context = await newContext(await sharedBrowser(), { viewport: PHONE })
  ;({ page } = await openPage(context))
  await letIn(page, siteUrl, 'fan@example.com')
  await page.goto(siteUrl + TICKET_BOX)
  await waitForKept(page)
  const { titles } = await keptOn()
  // They may be kept before the page shows them.
  const any = titles.map((title) => page.getByText(title)).reduce((one, other) => one.or(other))
  await any.first().waitFor()
  await page.waitForLoadState('networkidle')
  for (const title of titles)
    if (await page.getByText(title).first().isVisible()) ticketNames.push(title)
  expect(ticketNames).not.toEqual([])
  await addToOutbox()
  await page.goto(`${siteUrl}/account/feedback`)
  await page.getByRole('textbox').fill(DRAFT)
  await page.waitForFunction(
    (text) => Object.values(sessionStorage).some((value) => String(value).includes(text)),
    DRAFT,
  )
})
afterAll(() => context?.close())

/** Waits until tickets of both kinds are on the device. */
const waitForKept = (of: Page) =>
  waitUntil(of, async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name)
    const name = names.find((one) => /^room\.kept\.(?!visitor$)/.test(one))
    if (!name) return false
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
    })
    const counts = ['tickets', 'events'].map(
      (store) =>
        new Promise<number>((resolve) => {
          const counting = db.transaction(store).objectStore(store).count()
          counting.onsuccess = () => resolve(counting.result)
        }),
    )
    const areThere = (await Promise.all(counts)).every((count) => count > 0)
    db.close()
    return areThere
  })

/** What the device keeps of its member. */
async function keptOn() {
  const { databases, local } = await storedOn(page)
  const of = (name: string) => Object.values(databases).flatMap((stores) => stores[name] ?? [])
  return {
    ticketIds: [...of('tickets'), ...of('events')].filter((one) => typeof one === 'string'),
    titles: (of('events') as { value?: { title: string } }[]).flatMap(
      ({ value }) => value?.title ?? [],
    ),
    outbox: of('outbox').filter((one) => typeof one === 'object'),
    hasDraft: Object.values(local).some((value) => value.includes(DRAFT)),
  }
}

/** An action that was done without a network, as the app stores it. */
const addToOutbox = () =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name)
    const name = names.find((one) => /^room\.kept\.(?!visitor$)/.test(one)) ?? ''
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
    })
    const work = { what: 'tear', ticket: 'later' }
    const item = { id: crypto.randomUUID(), at: new Date().toISOString(), work, refused: null }
    const tx = db.transaction('outbox', 'readwrite')
    tx.objectStore('outbox').add(item)
    await new Promise((resolve) => tx.addEventListener('complete', resolve))
    db.close()
  })

async function expectNothingLost(screens: readonly string[]) {
  const before = await keptOn()
  expect(before).toMatchObject({ outbox: [{}], hasDraft: true })
  for (const screen of screens) {
    await page.goto(siteUrl + screen, { waitUntil: 'networkidle' })
    expect(await keptOn(), screen).toEqual(before)
    if (screen !== TICKET_BOX) continue
    for (const name of ticketNames) await page.getByText(name).first().waitFor()
  }
}

async function withAnswer(answer: Answer, work: () => Promise<void>) {
  await context.route(API, (route) =>
    answer === 'cut off' ? route.abort('connectionreset') : route.fulfill(answer),
  )
  await work()
  await context.unroute(API)
}

it.each(firstVariants(Object.entries(ANSWERS), 2))(
  'device loses nothing in the ticket box although everything is answered by %s',
  (_, answer) => withAnswer(answer, () => expectNothingLost([TICKET_BOX])),
)

it.each(FEW)(
  'device loses nothing on other screens although everything is answered by %s',
  { tags: 'full' },
  (kind) => withAnswer(ANSWERS[kind], () => expectNothingLost(SCREENS)),
)

it('device loses nothing when the session’s cookie is gone', async () => {
  await context.clearCookies()
  await expectNothingLost([TICKET_BOX, ...firstVariants(SCREENS)])
})
