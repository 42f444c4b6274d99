import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { auth } from '#contract/auth/calls.ts'
import { readCode } from '#contract/door/code.ts'
import { verifyCode } from '#contract/door/verify.ts'
import { type Event, events } from '#contract/events/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { news } from '#contract/news/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { OFFLINE_AFTER_MS } from '#contract/shared/limits.ts'
import { threads } from '#contract/threads/calls.ts'
import { type IssuedTicket, tickets } from '#contract/tickets/calls.ts'
import { freePort } from '#server/testing/free-port.ts'
import { apiAs } from '../../api.ts'
import { firstVariants, letIn, logIn, whenIdle } from '../../browser.ts'
import { isOwn } from '../../checkout-form.ts'
import {
  type Stored,
  stealKey,
  storedOn,
  waitForNobody,
  waitForSeen,
  waitForTickets,
  waitUntil,
} from '../../device.ts'
import { doorKeys } from '../../door-keys.ts'
import { outages, startOutage } from '../../outage.ts'
import { copyPhone, makeEmpty, type Phone } from '../../phone.ts'
import { type RunningServer, startServer } from '../../server.ts'

const FAN = 'fan@example.com'
const FAN_NAME = '佐藤 千晴'
const ALERT = /オフラインです.*に保存/
const MINUTE = 60_000
let port: string
let server: RunningServer
let phone: Phone
let heldTickets: { issued: IssuedTicket; joined: Event }
/** The path of the ticket that the crashed phone has opened, and is bound to. */
let bound: string
/** Profile folders of phones: one with the app but no user, one that crashed with the fan's tickets. */
let empty: string
let crashedProfile: string
/** The data stored on the phone before the crash. */
let stored: Stored
/** Whether the app requested persistent storage on that phone, whose browser never answers. */
let isAskedToKeep = false

// Precaching takes a while: done once, each test copies that phone.
beforeAll(async () => {
  port = String(await freePort())
  server = await startServer({ PORT: port })
  const call = await apiAs(server.url, FAN)
  const { items: issued } = await call(tickets.listIssued, {})
  const { items: joined } = await call(events.listJoined, {})
  heldTickets = { issued: issued.find(({ status }) => status === 'valid')!, joined: joined[0]! }
  empty = await makeEmpty(server.url)
  phone = await copyPhone(empty)
  await phone.context.addInitScript(() => {
    StorageManager.prototype.persist = () => {
      sessionStorage.setItem('test.asked', 'persist')
      return new Promise<boolean>(() => {})
    }
  })
  await logInAndLeave()
  isAskedToKeep = await phone.page.evaluate(() => sessionStorage.getItem('test.asked') !== null)
  bound = await openFreeTicket()
  stored = await storedOn(phone.page)
  crashedProfile = await phone.crash()
})
afterAll(async () => {
  await server.stop()
  for (const disk of [empty, crashedProfile]) rmSync(disk, { recursive: true, force: true })
})
afterEach(() => phone.discard())

const go = (path: string) => phone.page.goto(server.url + path)
const heading = (name: string | RegExp) => phone.page.getByRole('heading', { name })
const calendar = () => phone.page.getByRole('link', { name: 'カレンダーに追加' })
let isCut = false
async function cut() {
  if (!isCut) await server.kill()
  isCut = true
}
async function back() {
  if (isCut) server = await startServer({ PORT: port }, server.dataDir)
  isCut = false
}
/** Logs in on a copy of the phone, with the server running. */
async function logInOnCopy() {
  await back()
  phone = await copyPhone(empty)
  await logInAndLeave()
}
/** The phone after its crash, with the server down. */
async function openInBasement() {
  await cut()
  phone = await copyPhone(crashedProfile)
}
/** Logs in and sees only the home page; the ticket box is never opened. */
async function logInAndLeave() {
  await letIn(phone.page, server.url, FAN)
  await go('/')
  await waitForTickets(phone.page)
}
/** Takes a free entry ticket and opens it, which binds it to this phone. */
async function openFreeTicket() {
  const call = await apiAs(server.url, FAN)
  const { items } = await call(tickets.listDigitalTickets, { params: { roomid: 'akari' } })
  const { id } = items.find(({ amount, status }) => amount === 0 && status === 'published')!
  const { ticket_id } = await call(tickets.joinTicket, { params: { id }, body: {} })
  const path = `/account/ticketbox/ticket/${ticket_id}`
  await go(path)
  await isOwn(phone.page)
  const { credential } = await call(tickets.getIssued, { params: { id: ticket_id } })
  await vi.waitFor(async () => expect((await storedOn(phone.page)).text).toContain(credential))
  return path
}
const pictureShows = (page: Page) =>
  page.waitForFunction(() => {
    const picture = document.querySelector<HTMLImageElement>('article img')
    return picture?.complete && picture.naturalWidth > 0
  })
const cleanTitle = (title: string) => title.slice(0, 8)

it('logs out offline, shows no ticket from then on, and stays logged out online (46)', async () => {
  await logInOnCopy()
  const needles = await traces()
  await phone.context.setOffline(true)
  await go('/account')
  await phone.page.getByRole('button', { name: 'ログアウト' }).click()
  await phone.page.getByRole('button', { name: 'ログアウトする' }).click()
  await expectNothingLeft(needles)
  await go('/account/ticketbox')
  await heading('そのページはオフラインでは開けません').waitFor()
  await phone.context.setOffline(false)
  await phone.page.waitForFunction(() => localStorage.getItem('room.leaving') === null)
  await go('/account/ticketbox')
  await phone.page.waitForURL('**/login')
})

it('shows another user of the phone none of the first one’s data, and caches theirs', async () => {
  await logInOnCopy()
  const needles = await traces()
  // The session ends without a logout: the cookie is gone.
  await phone.context.clearCookies()
  await logIn(phone.page, server.url, 'owner@example.com')
  await go('/account/ticketbox')
  await heading('チケットボックス').waitFor()
  await waitUntil(
    phone.page,
    async (userId) => {
      const databases = (await indexedDB.databases()).map(({ name = '' }) => name)
      const names = [...databases, ...(await caches.keys())]
      const memberCaches = names.filter((name) => /^room\.kept\.(?!visitor$)/.test(name))
      return (
        localStorage.getItem('room.member') === userId &&
        memberCaches.every((name) => name === `room.kept.${userId}`)
      )
    },
    (await (await apiAs(server.url, 'owner@example.com'))(account.getMe, {})).id,
  )
  const { text, databases } = await storedOn(phone.page)
  const owner = await apiAs(server.url, 'owner@example.com')
  // What the owner may have of the first user: their messages are fetched ahead.
  const shared = JSON.stringify([
    await owner(tickets.listIssued, {}),
    await owner(inbox.listConversations, { query: {} }),
  ])
  expect(
    needles.filter((needle) => text.includes(needle) && !shared.includes(needle)),
    Object.keys(databases).join(),
  ).toEqual([])
})

it('has every ticket offline: never opened before, after a crash of the phone, with the server down', async () => {
  expect(isAskedToKeep, 'the browser was asked to keep the tickets').toBe(true)
  const { issued, joined } = heldTickets
  await openInBasement()

  await go('/?source=pwa')
  await heading('次のチケット').waitFor()
  await phone.page.getByText(ALERT).waitFor()
  await phone.page.getByRole('link', { name: /^チケット \d+枚/ }).click()
  await heading('チケットボックス').waitFor()
  await phone.page.getByText(ALERT).waitFor()
  await phone.page.getByText(cleanTitle(joined.title)).first().waitFor()

  await go(`/account/ticketbox/ticket/${issued.id}`)
  await phone.page.locator('#root').getByText(issued.number, { exact: true }).waitFor()
  await phone.page.getByRole('article').getByText(FAN_NAME).waitFor()
  await phone.page.getByText(ALERT).waitFor()
  await pictureShows(phone.page)
  const { text } = await storedOn(phone.page)
  expect(text).toContain(issued.credential)
  // Offline the link would open the browser's error page.
  await calendar().waitFor({ state: 'detached' })

  await go(`/account/ticketbox/event/${joined.id}`)
  await phone.page.getByText('オンライン配信').waitFor()
  await phone.page.getByRole('article').getByText(FAN_NAME).waitFor()
  await phone.page.getByText(ALERT).waitFor()
  await pictureShows(phone.page)
})

it('shows a valid rotating code offline, after a crash of the phone, with a key that no script can read (39)', async () => {
  const keys = await doorKeys(server.dataDir)
  await openInBasement()
  await phone.page.clock.install()
  await go(bound)
  await phone.page.getByText(ALERT).waitFor()
  const code = phone.page.locator('#root svg[data-code]')
  const shown = async () => (await code.getAttribute('data-code'))!
  await code.waitFor()
  expect((await code.boundingBox())!.width).toBeGreaterThanOrEqual(260)
  const first = readCode(await shown())!
  expect(await verifyCode(first, keys, Date.now())).toBe('moving')
  expect(await verifyCode(first, keys, Date.now() + 3 * MINUTE)).toBe('stale')
  await phone.page.clock.runFor(MINUTE)
  const next = async () => readCode(await shown())!
  await expect.poll(async () => (await next()).motion!.step).toBeGreaterThan(first.motion!.step)
  expect(await verifyCode(await next(), keys, Date.now() + MINUTE)).toBe('moving')
  expect(await stealKey(phone.page)).toBe('InvalidAccessError')
})

it('shows the cached tickets before the server has answered', { tags: 'full' }, async () => {
  await logInOnCopy()
  // Without the fallback of a slow start, which shows them too.
  await phone.context.addInitScript((after) => {
    const { setTimeout } = window
    window.setTimeout = ((run: () => void, ms?: number) =>
      ms === after ? 0 : setTimeout(run, ms)) as typeof window.setTimeout
  }, OFFLINE_AFTER_MS)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await phone.context.route('**/api/**', async (route) => {
    await held
    await route.continue()
  })
  await go('/account/ticketbox')
  await phone.page.getByText(cleanTitle(heldTickets.joined.title)).first().waitFor()
  expect(await phone.page.getByText(ALERT).count()).toBe(0)
  const confirmed = phone.page.waitForResponse((answer) => answer.url().endsWith('/refresh'))
  release()
  expect((await confirmed).status()).toBe(200)
  await phone.page.getByText(cleanTitle(heldTickets.joined.title)).first().waitFor()
})

it('recovers automatically when the server is back', {
  tags: 'full',
}, async () => {
  const { issued } = heldTickets
  await logInOnCopy()
  await cut()
  await go(`/account/ticketbox/ticket/${issued.id}`)
  await phone.page.getByText(ALERT).waitFor()
  await back()
  await phone.page.getByText(ALERT).waitFor({ state: 'detached' })
  await phone.page.locator('#root').getByText(issued.number, { exact: true }).waitFor()
  await calendar().waitFor()
})

describe.each(Object.keys(outages) as (keyof typeof outages)[])('with %s', (what) => {
  it('opens the ticket box from the cache, and deletes nothing', {
    tags: 'full',
  }, async () => {
    const { issued } = heldTickets
    await openInBasement()
    const end = await startOutage(port, what)
    try {
      await go(`/account/ticketbox/ticket/${issued.id}`)
      await phone.page.locator('#root').getByText(issued.number, { exact: true }).waitFor()
      await phone.page.getByText(ALERT).waitFor()
      await go('/account/ticketbox')
      await heading('次のチケット').waitFor()
      const after = await storedOn(phone.page)
      for (const [name, stores] of Object.entries(stored.databases)) {
        expect(after.databases[name]?.tickets).toEqual(stores.tickets)
        expect(after.databases[name]?.events).toEqual(stores.events)
      }
      expect(after.local['room.member']).toBe(stored.local['room.member'])
    } finally {
      await end()
    }
  })
})

/**
 * Texts that must not be found after a logout; with the present credential, as binding has changed it. Without the event,
 * which stands on the home page of every visitor.
 */
async function traces() {
  const { issued } = heldTickets
  const call = await apiAs(server.url, FAN)
  const { credential } = await call(tickets.getIssued, { params: { id: issued.id } })
  return [FAN, FAN_NAME, issued.number, credential, issued.id, issued.ticket.title]
}
async function expectNothingLeft(needles: string[]) {
  await phone.page.waitForFunction(() => localStorage.getItem('room.member') === null)
  await waitForNobody(phone.page)
  const { text, local } = await storedOn(phone.page)
  expect(needles.filter((needle) => text.includes(needle))).toEqual([])
  expect(local).not.toHaveProperty('room.member')
}

it('lists the tickets that a logout removes, asks once if one is for today, and leaves no private byte', {
  tags: 'full',
}, async () => {
  await logInOnCopy()
  const needles = await traces()
  const { text } = await storedOn(phone.page)
  expect(needles.filter((needle) => !text.includes(needle))).toEqual([])
  await go('/account/ticketbox')
  await heading('次のチケット').waitFor()
  await go('/account')
  await phone.page.getByRole('button', { name: 'ログアウト' }).click()
  const question = phone.page.getByRole('alertdialog', { name: '今日のチケットがあります' })
  await question.getByText('銀河鉄道').waitFor()
  await question.getByRole('button', { name: 'キャンセル' }).click()
  await heading('アカウント').waitFor()
  await phone.page.getByRole('button', { name: 'ログアウト' }).click()
  await question.getByRole('button', { name: 'ログアウトする' }).click()
  await phone.page
    .getByText(/ほか\d+枚のチケットを、この端末から消しました/)
    .first()
    .waitFor()
  await phone.page.getByRole('link', { name: '新規登録' }).first().waitFor()
  await expectNothingLeft(needles)
})

/** What is stored without when it was fetched: a list may still be fetched once more. */
const untimed = (stored: unknown): unknown =>
  JSON.parse(JSON.stringify(stored ?? null, (key, value) => (key === 'at' ? undefined : value)))

it('keeps and opens the tickets when the cookie is gone, and shows that a new login is needed', {
  tags: 'full',
}, async () => {
  const { issued } = heldTickets
  await logInOnCopy()
  const before = await storedOn(phone.page)
  await phone.context.clearCookies()
  await go(`/account/ticketbox/ticket/${issued.id}`)
  await phone.page.getByText('ログインし直してください').waitFor()
  await phone.page.locator('#root').getByText(issued.number, { exact: true }).waitFor()
  await phone.page.getByText(/端末に保存したものです.*に保存/).waitFor()
  const after = await storedOn(phone.page)
  for (const [name, stores] of Object.entries(before.databases)) {
    expect(untimed(after.databases[name]?.tickets)).toEqual(untimed(stores.tickets))
    expect(untimed(after.databases[name]?.events)).toEqual(untimed(stores.events))
  }
  await phone.page.getByRole('link', { name: 'ログイン', exact: true }).first().click()
  await phone.page.getByLabel('パスワード', { exact: true }).waitFor()
  // Input is lost during a view transition.
  await whenIdle(phone.page)
  await phone.page.getByLabel('メールアドレス').fill(FAN)
  await phone.page.getByLabel('パスワード', { exact: true }).fill('password')
  await phone.page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await phone.page.waitForURL(({ pathname }) => pathname !== '/login')
  await phone.page.getByText('ログインし直してください').waitFor({ state: 'detached' })
})

it('clears the phone after its session was ended from another device', {
  tags: 'full',
}, async () => {
  await logInOnCopy()
  const needles = await traces()
  const call = await apiAs(server.url, FAN)
  for (const { id, current } of await call(auth.listSessions, {}))
    if (!current) await call(auth.endSession, { params: { id } })
  await go('/')
  await phone.page.getByRole('link', { name: '新規登録' }).first().waitFor()
  await expectNothingLeft(needles)
})

it('opens messages offline that were never opened, which stay unread', {
  tags: 'full',
}, async () => {
  await back()
  const call = await apiAs(server.url, FAN)
  const owner = await apiAs(server.url, 'owner@example.com')
  const text = '明日は窓を開けておきます'
  const { items: before } = await call(inbox.listConversations, {})
  const { id } = before.find(({ kind }) => kind === 'room')!
  await owner(inbox.answer, { params: { id }, body: { text } })
  await logInOnCopy()
  await waitForSeen(phone.page, inbox.getConversation, inbox.listConversations)
  const { items: after } = await call(inbox.listConversations, {})
  expect(after.find((one) => one.id === id)!.unread).toBeGreaterThan(0)
  phone = await phone.restart()
  await cut()

  await go('/account/message')
  await phone.page.getByText(ALERT).waitFor()
  await phone.page.getByRole('link').filter({ hasText: text }).click()
  await phone.page.waitForURL(`**/account/message/${id}`)
  await phone.page.getByRole('log').getByText(text).waitFor()
  await phone.page.getByText(ALERT).waitFor()
})

it('opens visited news and rooms offline with their age, and no other page', {
  tags: 'full',
}, async () => {
  await logInOnCopy()
  await go('/news')
  await phone.page.locator('main li a').first().click()
  await phone.page.waitForURL('**/news/*')
  const article = new URL(phone.page.url()).pathname
  const title = phone.page.getByRole('article').getByRole('heading', { level: 1 })
  const headline = await title.innerText()
  await waitForSeen(phone.page, news.listNews, news.getArticle)
  await go('/community/aoi')
  const thread = phone.page.getByRole('heading', { name: /銀河鉄道/ }).first()
  await thread.waitFor()
  await waitForSeen(phone.page, rooms.getRoom, threads.listThreads)
  await thread.click()
  await phone.page.waitForURL('**/talk/*')
  const talk = new URL(phone.page.url()).pathname
  await waitForSeen(phone.page, threads.getThread, threads.listComments)
  const call = await apiAs(server.url, FAN)
  const [threadid] = talk.split('/').slice(-1)
  const { items: comments } = await call(threads.listComments, {
    params: { roomid: 'aoi', threadid: threadid! },
  })
  const { items: coming } = await call(events.listEvents, {
    query: { state: 'upcoming', room: 'aoi' },
  })
  const { id, title: unheld } = coming.find(({ joined }) => !joined)!
  await go(`/community/aoi/event/${id}`)
  await heading(unheld).waitFor()
  await waitForSeen(phone.page, events.getEvent)
  await go('/community/hinata/e_ticket')
  const entry = phone.page.locator('main a[href*="/e_ticket/"]').first()
  const sold = new URL((await entry.getAttribute('href'))!, server.url).pathname
  const top = phone.page.getByRole('heading', { level: 1 })
  const room = await top.innerText()
  await entry.click()
  await phone.page.waitForURL(`**${sold}`)
  // The URL changes before the page does.
  await expect.poll(() => top.innerText()).not.toBe(room)
  const evening = await top.innerText()
  await waitForSeen(phone.page, tickets.listDigitalTickets, tickets.getDigitalTicket)
  phone = await phone.restart()
  await cut()

  await go('/news')
  await phone.page.getByRole('link', { name: headline }).waitFor()
  await phone.page.getByText(ALERT).waitFor()
  await go(article)
  await heading(headline).waitFor()
  await phone.page.getByText(ALERT).waitFor()
  await go('/community/aoi')
  await phone.page
    .getByRole('heading', { name: /銀河鉄道/ })
    .first()
    .waitFor()
  await phone.page.getByText(ALERT).waitFor()
  await go(talk)
  await phone.page.getByText(ALERT).waitFor()
  await phone.page.getByRole('listitem').getByText(comments[0]!.text).waitFor()
  await go(`/community/aoi/event/${id}`)
  await heading(unheld).waitFor()
  await phone.page.getByText(ALERT).waitFor()
  await go('/community/hinata/e_ticket')
  await phone.page.locator(`main a[href$="${sold}"]`).waitFor()
  await phone.page.getByText(ALERT).first().waitFor()
  await go(sold)
  await heading(evening).first().waitFor()
  await phone.page.getByText(ALERT).first().waitFor()
  for (const path of ['/results', '/community/mio', '/account/payments', '/haru']) {
    await go(path)
    await heading('そのページはオフラインでは開けません').first().waitFor()
  }
  await phone.page.getByRole('link', { name: 'チケットボックスを開く' }).click()
  await heading('次のチケット').waitFor()
})

/** Creates the database of another version of the app, with the same member and ticket. */
const storeTicket = (page: Page, version: number, ticket: object, user: object) =>
  page.evaluate(
    async ({ version, ticket, user }) => {
      const { id } = user as { id: string }
      localStorage.setItem('room.member', id)
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(`room.kept.${id}`, version)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => resolve(opening.result)
        opening.onupgradeneeded = () => {
          const stores = ['me', 'lists', 'tickets', 'events']
          for (const name of stores) opening.result.createObjectStore(name)
          if (version > 1) opening.result.createObjectStore('seen').createIndex('at', 'at')
          if (version > 2) {
            opening.result.createObjectStore('keys')
            const outbox = opening.result.createObjectStore('outbox', { autoIncrement: true })
            outbox.createIndex('id', 'id', { unique: true })
          }
          if (version > 3) opening.result.createObjectStore('drafts').createIndex('at', 'at')
          if (version > 4) opening.result.createObjectStore('snapshots').createIndex('at', 'at')
        }
      })
      const tx = db.transaction(['me', 'tickets'], 'readwrite')
      tx.objectStore('me').put({ at: Date.now(), value: user }, 'me')
      tx.objectStore('tickets').put(
        { at: Date.now(), value: ticket },
        (ticket as { id: string }).id,
      )
      await new Promise((resolve) => {
        tx.oncomplete = resolve
      })
      db.close()
    },
    { version, ticket, user },
  )

it.each(
  firstVariants([
    { from: 'the first version', version: 1, opened: 6 },
    { from: 'a newer version', version: 99, opened: 99 },
    { from: 'the second version', version: 2, opened: 6 },
    { from: 'the third version', version: 3, opened: 6 },
    { from: 'the fourth version', version: 4, opened: 6 },
    { from: 'the fifth version', version: 5, opened: 6 },
  ]),
)('shows the tickets that $from of the app has cached', async ({ version, opened }) => {
  const { issued } = heldTickets
  await cut()
  phone = await copyPhone(empty)
  await go('/favicon.svg')
  await storeTicket(phone.page, version, issued, {
    id: 'someone',
    name: 'haru',
    display_name: '春',
    my_room: null,
    unread_messages: 0,
    links: [],
    icon_image_small_path: null,
  })
  await go(`/account/ticketbox/ticket/${issued.id}`)
  await phone.page.locator('#root').getByText(issued.number, { exact: true }).waitFor()
  const databases = await phone.page.evaluate(() => indexedDB.databases())
  expect(databases).toContainEqual({ name: 'room.kept.someone', version: opened })
})
