// @module-tag full
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readCode, stepAt } from '#contract/door/code.ts'
import { verifyCode } from '#contract/door/verify.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { formOf } from '#server/testing/form.ts'
import { freePort } from '#server/testing/free-port.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, letIn } from '../../browser.ts'
import { isOwn, pay } from '../../checkout-form.ts'
import { stealKey, storedOn, waitForTickets, waitForWorker, waitUntil } from '../../device.ts'
import { doorKeys } from '../../door-keys.ts'
import { copyPhone, makeEmpty, openPhone, type Phone } from '../../phone.ts'
import { type RunningServer, startServer } from '../../server.ts'

const FAN = 'fan@example.com'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
let port: string
let server: RunningServer
let phone: Phone
/** The profile folder of a phone with the app, without a user. */
let empty: string

beforeAll(async () => {
  port = String(await freePort())
  server = await startServer({ PORT: port })
  empty = await makeEmpty(server.url)
})
afterAll(async () => {
  await server?.stop()
  if (empty) rmSync(empty, { recursive: true, force: true })
})
afterEach(async () => {
  await phone?.discard()
})

const go = (path: string) => phone.page.goto(server.url + path)
const database = () => new Sqlite(join(server.dataDir, 'room.sqlite'))
const code = (page: Page) => page.locator('#root svg[data-code]')
const shown = async (page: Page) => (await code(page).getAttribute('data-code'))!
const until = (matches: (text: string) => boolean, timeout = 45_000) =>
  expect.poll(() => shown(phone.page), { timeout, interval: 200 }).toSatisfy(matches)

async function entryOf(room: string) {
  const call = await apiAs(server.url, FAN)
  const { items } = await call(tickets.listDigitalTickets, { params: { roomid: room } })
  return items.find(({ status, held }) => status === 'published' && !held)!
}
const issuedTicket = async (id: string) => {
  const call = await apiAs(server.url, FAN)
  return call(tickets.getIssued, { params: { id } })
}
async function have(id: string) {
  const call = await apiAs(server.url, FAN)
  return (await call(tickets.joinTicket, { params: { id }, body: {} })).ticket_id
}
/** The fan's free ticket to a new venue event. */
async function newEntry(title: string) {
  const owner = await apiAs(server.url, 'owner@example.com')
  const [start, end] = [24 * HOUR, 26 * HOUR].map((ms) => new Date(Date.now() + ms).toISOString())
  const { id } = await owner(tickets.createTicket, {
    params: { roomid: 'aoi' },
    body: formOf({
      ...{ title, venue: '喫茶 ことり', status: 'published', members_only: 0 },
      ...{ start: start!, end: end!, amount: 0, capacity: 20 },
    }),
  })
  return { entry: id, path: `/account/ticketbox/ticket/${await have(id)}` }
}
/** Sets the times of the ticket so that the doors are open now. */
function openDoors(id: string) {
  const [opened, later] = [Date.now() - HOUR, Date.now() + HOUR].map((ms) =>
    new Date(ms).toISOString(),
  )
  const db = database()
  db.prepare(
    'update digital_ticket set opens_at = ?, starts_at = ?, valid_until = ? where id = ?',
  ).run(opened, later, later, id)
  db.close()
}

it('an entry ticket is bought, and shows a valid rotating code offline after a crash of the phone (39)', async () => {
  const ticket = await entryOf('hinata')
  phone = await copyPhone(empty)
  await letIn(phone.page, server.url, FAN)
  await go(`/community/hinata/event`)
  await phone.page.locator(`a[href$="/e_ticket/${ticket.id}"]`).click()
  await phone.page.getByRole('button', { name: 'チケットを購入する' }).click()
  expect(await axeFinds(phone.page)).toEqual([])
  await pay(phone.page)
  await phone.page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await phone.page.getByRole('link', { name: 'チケットを見る' }).click()
  await phone.page.waitForURL('**/ticketbox/ticket/*')
  await isOwn(phone.page)
  expect(await axeFinds(phone.page)).toEqual([])
  const { pathname } = new URL(phone.page.url())
  const issued = await issuedTicket(pathname.split('/').at(-1)!)
  expect(readCode(issued.credential)!.claims.thumbprint).not.toBeNull()
  await waitForTickets(phone.page)
  expect((await storedOn(phone.page)).text).toContain(issued.credential)
  const keys = await doorKeys(server.dataDir)
  await server.kill()
  try {
    phone = await phone.restart()
    await go(pathname)
    await phone.page.getByText(/オフラインです.*に保存/).waitFor()
    await code(phone.page).waitFor()
    const first = await shown(phone.page)
    expect((await code(phone.page).boundingBox())!.width).toBeGreaterThanOrEqual(260)
    expect(await verifyCode(readCode(first)!, keys, Date.now())).toBe('moving')
    expect(await verifyCode(readCode(first)!, keys, Date.now() + 3 * MINUTE)).toBe('stale')
    await until((text) => text !== first)
    const next = readCode(await shown(phone.page))!
    expect(next.motion!.step).toBeGreaterThan(readCode(first)!.motion!.step)
    expect(next.motion!.step).toBeLessThanOrEqual(stepAt(Date.now()))
    expect(await verifyCode(next, keys, Date.now())).toBe('moving')
  } finally {
    server = await startServer({ PORT: port }, server.dataDir)
  }
})

it('a ticket shows a valid code and a warning on a phone whose clock is five minutes fast, also offline', async () => {
  const { path } = await newEntry('五分進んだ夕べ')
  const warning = /端末の時計がずれています/
  phone = await copyPhone(empty)
  await letIn(phone.page, server.url, FAN)
  await phone.page.addInitScript(() => {
    const real = Date.now.bind(Date)
    const FAST_MS = 300_000
    Date.now = () => real() + FAST_MS
  })
  await go(path)
  await phone.page.getByText(warning).waitFor()
  expect(await axeFinds(phone.page)).toEqual([])
  const keys = await doorKeys(server.dataDir)
  const verdict = async () => verifyCode(readCode(await shown(phone.page))!, keys, Date.now())
  await expect.poll(verdict).toBe('moving')
  await waitForWorker(phone.page)
  await waitForTickets(phone.page)
  await phone.context.setOffline(true)
  await go(path)
  await code(phone.page).waitFor()
  await phone.page.getByText(warning).waitFor()
  await expect.poll(verdict).toBe('moving')
})

/** Runs in a page or in a service worker. */
const setClock = (ms: number) => {
  const real = Date.now.bind(Date)
  Date.now = () => real() + ms
}

it.each([
  ['two hours slow', -2 * HOUR],
  ['a day fast', 24 * HOUR],
])(
  'a valid code is on the screen before the app, on a phone whose clock is %s (43)',
  async (how, ms) => {
    const { path } = await newEntry(`${how}の夕べ`)
    phone = await copyPhone(empty)
    const { page, context } = phone
    await letIn(page, server.url, FAN)
    await go('/')
    await waitForWorker(page)
    await page.addInitScript(setClock, ms)
    // Playwright may learn of the worker later than the page.
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    await worker.evaluate(setClock, ms)
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const drawn = document.querySelector('#first [data-code]')?.getAttribute('data-code')
        Object.assign(globalThis, { drawn: drawn ?? null })
        // Records whether the first ticket was removed before the app showed its own.
        new MutationObserver(() => {
          if (!document.getElementById('first') && !document.querySelector('#root [data-code]'))
            Object.assign(globalThis, { bare: true })
        }).observe(document, { childList: true, subtree: true })
      })
    })
    await go(path)
    await page.getByText(/端末の時計がずれています/).waitFor()
    await waitForTickets(page)
    await waitUntil(page, async () => {
      const cached = await (await caches.match('/clock', { cacheName: 'room.clock' }))?.text()
      return cached !== undefined && cached === localStorage.getItem('room.clock')
    })
    await context.setOffline(true)
    await go(path)
    const shownCode = () =>
      page.evaluate(() => (globalThis as unknown as { drawn: string | null }).drawn)
    const first = readCode((await shownCode())!)!
    expect(await verifyCode(first, await doorKeys(server.dataDir), Date.now())).toBe('moving')
    expect(first.motion!.step).toBeLessThanOrEqual(stepAt(Date.now()))
    await code(page).waitFor()
    await page.getByText(/端末の時計がずれています/).waitFor()
    expect(await page.evaluate(() => 'bare' in globalThis)).toBe(false)
  },
)

it('the static code shows while a stalled network delays the binding, then the rotating one', async () => {
  const { path } = await newEntry('待ち時間の夕べ')
  phone = await copyPhone(empty)
  await letIn(phone.page, server.url, FAN)
  const stalled: Route[] = []
  await phone.context.route(/\/digitalTicket\/[^/]+\/device$/, (route) => {
    stalled.push(route)
  })
  await go(path)
  const slow = phone.page.getByText(/通信に時間がかかっています/)
  await slow.waitFor()
  const keys = await doorKeys(server.dataDir)
  const verdict = async () => verifyCode(readCode(await shown(phone.page))!, keys, Date.now())
  expect(await verdict()).toBe('still')
  expect(await axeFinds(phone.page)).toEqual([])
  expect(stalled).toHaveLength(1)
  await stalled[0]!.continue()
  await expect.poll(verdict).toBe('moving')
  await slow.waitFor({ state: 'detached' })
})

it.each([
  ['fast', 24 * HOUR],
  ['slow', -24 * HOUR],
] as const)(
  'a ticket is valid on a phone whose clock is a day %s, for the gate and for staff, also offline',
  async (how, ms) => {
    const { path, entry } = await newEntry(`日付のずれた夕べ ${how}`)
    openDoors(entry)
    phone = await copyPhone(empty)
    await letIn(phone.page, server.url, FAN)
    await phone.page.addInitScript((ms) => {
      globalThis.Date = new Proxy(Date, {
        construct: (real, args) =>
          args.length > 0 ? Reflect.construct(real, args) : new real(real.now() + ms),
        get: (real, name) => (name === 'now' ? () => real.now() + ms : Reflect.get(real, name)),
      })
    }, ms)
    const tear = phone.page.getByRole('button', { name: '係員がもぎる' })
    const isGood = async () => {
      await phone.page.getByText(/端末の時計がずれています/).waitFor()
      await code(phone.page).waitFor()
      await expect.poll(() => tear.isEnabled()).toBe(true)
      expect(await phone.page.getByText('期限切れ').count()).toBe(0)
    }
    await go(path)
    await isGood()
    await waitForWorker(phone.page)
    await waitForTickets(phone.page)
    await phone.context.setOffline(true)
    await go(path)
    await isGood()
  },
)

it('the device key is not readable by scripts, and is deleted at logout', async () => {
  phone = await copyPhone(empty)
  await letIn(phone.page, server.url, FAN)
  const call = await apiAs(server.url, FAN)
  const { items } = await call(tickets.listIssued, {})
  await go(`/account/ticketbox/ticket/${items.find(({ status }) => status === 'valid')!.id}`)
  await phone.page.getByRole('article').waitFor()
  const stolen = () => stealKey(phone.page)
  await expect.poll(stolen).toBe('InvalidAccessError')
  await go('/account')
  await phone.page.getByRole('button', { name: 'ログアウト' }).click()
  const really = phone.page.getByRole('button', { name: 'ログアウトする' })
  await really
    .or(phone.page.getByRole('link', { name: '新規登録' }).first())
    .first()
    .waitFor()
  if (await really.isVisible()) await really.click()
  await phone.page.waitForFunction(() => localStorage.getItem('room.member') === null)
  await expect.poll(stolen).toBe('nothing is here')
})

it('a ticket torn by staff offline shows as used at once and after a restart, and syncs later', async () => {
  const ticket = await entryOf('sanshoya')
  const db = database()
  db.prepare('update digital_ticket set amount = 0 where id = ?').run(ticket.id)
  db.close()
  const id = await have(ticket.id)
  const path = `/account/ticketbox/ticket/${id}`
  phone = await copyPhone(empty)
  await letIn(phone.page, server.url, FAN)
  await go(path)
  const closed = phone.page.getByRole('button', { name: '係員がもぎる' })
  await closed.waitFor()
  expect(await closed.isDisabled()).toBe(true)
  openDoors(ticket.id)
  await waitForWorker(phone.page)
  await go(path)
  await code(phone.page).waitFor()
  await waitForTickets(phone.page)
  const tear = phone.page.getByRole('button', { name: '係員がもぎる' })
  // In the cached data on this phone the doors are closed.
  await expect.poll(() => tear.isEnabled()).toBe(true)
  await phone.context.setOffline(true)
  await tear.click()
  const slider = phone.page.getByRole('slider')
  await slider.focus()
  await phone.page.keyboard.press('End')
  expect(await axeFinds(phone.page)).toEqual([])
  const torn = new Date()
  await phone.page.getByRole('button', { name: '入場済みにする' }).click()
  await phone.page.getByText(/にもぎりました/).waitFor()
  await phone.page.getByText('入場済').waitFor()
  expect(await code(phone.page).count()).toBe(0)
  expect((await issuedTicket(id)).status).toBe('valid')

  await go('/account')
  await phone.page.getByRole('button', { name: 'ログアウト' }).click()
  const unsent = phone.page.getByRole('alertdialog', { name: 'まだ送っていないものがあります' })
  await unsent.getByText(ticket.title).first().waitFor()
  expect(await axeFinds(phone.page)).toEqual([])
  await unsent.getByRole('button', { name: 'キャンセル' }).click()

  // Kill the server first: a token refreshed while the phone closes would be refreshed twice.
  await server.kill()
  const disk = await phone.close()
  phone = await openPhone(disk)
  await go(path)
  await phone.page.getByText(/にもぎりました/).waitFor()
  expect(await code(phone.page).count()).toBe(0)
  server = await startServer({ PORT: port }, server.dataDir)
  const call = await apiAs(server.url, FAN)
  const status = async () => (await call(tickets.getIssued, { params: { id } })).status
  await expect.poll(status).toBe('used')
  await phone.page.getByText(/にもぎりました/).waitFor({ state: 'detached' })
  const { used_at } = await issuedTicket(id)
  expect(Math.abs(Date.parse(used_at!) - torn.getTime())).toBeLessThan(MINUTE)
  await phone.page.getByText('入場済').waitFor()
})
