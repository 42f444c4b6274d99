// @module-tag full
import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { tickets } from '#contract/tickets/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, letIn } from '../../browser.ts'
import { waitForTickets, waitForWorker } from '../../device.ts'
import { copyPhone, makeEmpty, type Phone } from '../../phone.ts'
import { type RunningServer, startServer } from '../../server.ts'

const FAN = 'fan@example.com'
let server: RunningServer
let phone: Phone
/** The profile folder of a phone with the app, without a user. */
let empty: string

beforeAll(async () => {
  server = await startServer()
  empty = await makeEmpty(server.url)
})
afterAll(async () => {
  await server?.stop()
  if (empty) rmSync(empty, { recursive: true, force: true })
})
afterEach(async () => {
  await phone?.discard()
})

const pathOf = (id: string) => `${server.url}/account/ticketbox/ticket/${id}`
const code = (page: Page) => page.locator('#root svg[data-code]')

async function issued(status: 'valid' | 'used') {
  const call = await apiAs(server.url, FAN)
  const { items } = await call(tickets.listIssued, {})
  return items.find((one) => one.status === status)!.id
}

/** A phone with cached tickets, which records the ticket in each page before the app. */
async function holderPhone(): Promise<Page> {
  phone = await copyPhone(empty)
  const { page } = phone
  await letIn(page, server.url, FAN)
  await page.goto(server.url)
  await waitForTickets(page)
  await waitForWorker(page)
  await page.addInitScript(() => {
    // Records whether the first ticket was removed before the app showed its own.
    let stood = false
    const look = () => {
      const stands = document.querySelector('#first article') !== null
      if (stood && !stands && !document.querySelector('#root [data-code]'))
        Object.assign(globalThis, { bare: true })
      stood = stands
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
    addEventListener('DOMContentLoaded', () => {
      const root = document.getElementById('root')!
      const ticket = document.querySelector('#first article')
      const seen = {
        ticket: ticket?.outerHTML ?? null,
        root: getComputedStyle(root).visibility,
        drawn: root.childElementCount,
      }
      Object.assign(globalThis, { found: seen })
    })
  })
  return page
}
interface Found {
  ticket: string | null
  root: string
  drawn: number
}
const foundIn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { found: Found }).found)

const wasBare = (page: Page) => page.evaluate(() => 'bare' in globalThis)

/** The ticket's HTML without its changing code, with sorted attributes. */
const still = (html: string) =>
  html
    .replace(/<path d="[^"]*"/, '<path')
    .replace(/あと\d+秒/, '')
    .replace(/<(\w+)((?: [\w-]+="[^"]*")*)/g, (_, name: string, attributes: string) =>
      [
        name,
        ...(attributes.match(/[\w-]+="[^"]*"/g) ?? []).map(plain).filter(Boolean).toSorted(),
      ].join(' '),
    )
function plain(attribute: string): string {
  if (/^data-code=|^class=""|--left/.test(attribute)) return ''
  return attribute.startsWith('style=') ? attribute.replace(/[ ;]/g, '') : attribute
}

/** Waits for the app's ticket; the first one is gone. */
async function appOf(page: Page) {
  await code(page).waitFor()
  expect(await page.locator('#first').count()).toBe(0)
  return page.evaluate(() => document.querySelector('#root article')!.outerHTML)
}

it('leaves a used ticket, a wrong clock, a logged-out user and other pages to the app', async () => {
  const [good, used] = [await issued('valid'), await issued('used')]
  const page = await holderPhone()
  await phone.context.setOffline(true)
  await page.goto(pathOf(good))
  await appOf(page)
  expect((await foundIn(page)).ticket).not.toBeNull()
  expect(await wasBare(page)).toBe(false)
  await page.goto(pathOf(used))
  await page.getByText('入場済').first().waitFor()
  expect((await foundIn(page)).ticket).toBeNull()
  // Global styles must precede component styles, which are appended to the head: otherwise a dialog was at the top.
  expect(await page.locator('body link[rel=stylesheet]').count()).toBe(0)
  await page.goto(`${server.url}/account/ticketbox`)
  await page.getByRole('heading', { name: 'チケットボックス' }).waitFor()
  expect((await foundIn(page)).ticket).toBeNull()
  await page.evaluate(() => localStorage.setItem('room.clock', '{"offset":-300000,"at":0}'))
  await page.goto(pathOf(good))
  await appOf(page)
  expect(await wasBare(page)).toBe(true)

  await phone.context.setOffline(false)
  await page.goto(`${server.url}/account`)
  await page.getByRole('button', { name: 'ログアウト' }).click()
  const really = page.getByRole('button', { name: 'ログアウトする' })
  await really
    .or(page.getByRole('link', { name: '新規登録' }).first())
    .first()
    .waitFor()
  if (await really.isVisible()) await really.click()
  await page.waitForFunction(() => localStorage.getItem('room.member') === null)
  await page.goto(pathOf(good))
  await page.getByRole('heading', { name: 'ログイン' }).waitFor()
  expect((await foundIn(page)).ticket).toBeNull()
})

it('a first ticket is a usable page while the app loads, and is hidden on a wide screen', async () => {
  const id = await issued('valid')
  const page = await holderPhone()
  await phone.context.setOffline(true)
  // The app starts after the first frame, which never comes here.
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  await page.goto(pathOf(id))
  await page.getByRole('heading', { name: '入場チケット' }).waitFor()
  expect(await page.getByRole('img', { name: /^入場コード/ }).count()).toBe(1)
  expect(await axeFinds(page)).toEqual([])
  await page.setViewportSize(DESKTOP)
  await page.getByRole('heading', { name: '入場チケット' }).waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: '戻る' }).click()
  await page.waitForURL('**/account/ticketbox')
})

/** Simulates a slow disk: reads of tickets wait for this long. Resolves once they do. */
const holdTickets = (page: Page, ms: number) =>
  page.evaluate(async (ms) => {
    const names = (await indexedDB.databases()).map(({ name }) => name!)
    const opening = indexedDB.open(names.find((name) => /^room\.kept\.(?!visitor$)/.test(name))!)
    const db = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const store = db.transaction('tickets', 'readwrite').objectStore('tickets')
    const until = performance.now() + ms
    await new Promise<void>((resolve) => {
      const hold = () => {
        resolve()
        if (performance.now() < until) store.count().onsuccess = hold
        else db.close()
      }
      store.count().onsuccess = hold
    })
  }, ms)

it('a first ticket is painted without an empty page before it, also with a slow disk', async () => {
  const id = await issued('valid')
  const page = await holderPhone()
  await phone.context.setOffline(true)
  const opened = await phone.context.newPage()
  await opened.addInitScript(() =>
    requestAnimationFrame(() => {
      const first = document.querySelector('#first [data-code]')
      Object.assign(globalThis, { firstFrame: first ? 'a ticket' : document.body?.outerHTML })
    }),
  )
  await holdTickets(page, 300)
  await opened.goto(pathOf(id))
  const firstFrame = () => (globalThis as unknown as { firstFrame?: string }).firstFrame
  const seen = await opened.waitForFunction(firstFrame)
  expect(await seen.jsonValue()).toBe('a ticket')
})

// Last test: it binds the ticket to this phone.
it('a first ticket looks as the app renders it: a static code, and a rotating one once it is bound', async () => {
  const id = await issued('valid')
  const page = await holderPhone()
  await phone.context.setOffline(true)
  await page.goto(pathOf(id))
  const byHand = await appOf(page)
  expect(byHand).toContain('係員がお名前を確認します')
  const first = await foundIn(page)
  expect(first).toMatchObject({ root: 'hidden', drawn: 0 })
  expect(still(first.ticket!)).toBe(still(byHand))

  await phone.context.setOffline(false)
  await page.goto(pathOf(id))
  await page
    .getByText('スクリーンショットでは入場できません')
    .and(page.locator('#root *'))
    .waitFor()
  await phone.context.setOffline(true)
  await page.goto(pathOf(id))
  const moving = await appOf(page)
  expect(moving).toContain('スクリーンショットでは入場できません')
  expect(still((await foundIn(page)).ticket!)).toBe(still(moving))
})
