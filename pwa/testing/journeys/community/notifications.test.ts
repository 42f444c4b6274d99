import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { LOOPBACK_CERTIFICATE } from '#server/testing/loopback-tls.ts'
import { type PushService, startPushService } from '#server/testing/push-service.ts'
import { apiAs } from '../../api.ts'
import {
  axeFinds,
  letIn,
  newContext,
  openBrowser,
  openContext,
  openPage,
  PHONE,
  SCREENS,
} from '../../browser.ts'
import { pay } from '../../checkout-form.ts'
import { storedOn, waitForWorker } from '../../device.ts'
import { standInForBrowser, timesAsked, untilShown, workerOf } from '../../push-notifications.ts'
import { type RunningServer, startServer } from '../../server.ts'

const SETTINGS = '/account/setting/account_config'
let browser: Browser
let server: RunningServer
let service: PushService
const closers: (() => void)[] = []

beforeAll(async () => {
  service = await startPushService((close) => closers.push(close))
  const env = { PUSH_ALLOW_HOSTS: service.host, NODE_EXTRA_CA_CERTS: LOOPBACK_CERTIFICATE }
  // The headless shell shows no notifications.
  ;[browser, server] = await Promise.all([openBrowser({ whole: true }), startServer(env)])
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  for (const close of closers) close()
})

type BrowserOptions = NonNullable<Parameters<typeof standInForBrowser>[1]>

/** A logged-in phone with a service worker. */
async function open(email: string, options: BrowserOptions = {}, viewport = PHONE) {
  const context = await openContext(browser, {
    viewport,
    serviceWorkers: 'allow',
  })
  await standInForBrowser(context, options)
  const opened = await openPage(context)
  await letIn(opened.page, server.url, email)
  // Waits for the precache: before, turning notifications on asks for a reload.
  await opened.page.goto(server.url)
  await waitForWorker(opened.page)
  return { context, ...opened }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** A subscription of a fake device at the push service. */
const device = (name: string) => ({ subscription: service.subscribe(name) })

/** A push message of the server. */
const message = (id: string, more: object = {}) => ({
  id,
  device: 'd1',
  title: `お知らせ ${id}`,
  body: '秋の夜',
  url: '/account/ticketbox',
  at: new Date().toISOString(),
  unread: 0,
  ...more,
})

describe('notification diagnosis', () => {
  it('asks for the permission only on a press; then registers, shows the receipt of a test, and opens a tapped notification without a reload', async () => {
    const { context, page, complaints } = await open('fan@example.com', device('fan'))
    await page.goto(server.url + SETTINGS)
    await page.getByText('まだ許可されていません').waitFor()
    expect(await timesAsked(page)).toBe(0)
    const worker = await workerOf(context, page)
    await press(page, 'この端末で通知を受け取る')
    await page.getByText('登録済み').waitFor()
    expect(await timesAsked(page)).toBe(1)
    await page.getByText('まだありません').waitFor()
    await press(page, 'テスト通知を送る')
    await vi.waitFor(() => expect(service.got).toHaveLength(1))
    await worker.deliver(service.got[0]!.message)
    await untilShown(worker.shown, ['通知のテスト'])
    await page.getByText('この端末に通知が届きました。').waitFor()
    expect(await axeFinds(page)).toEqual([])

    await page.evaluate(() => Object.assign(window, { stillHere: true }))
    await worker.dismiss()
    await untilShown(worker.shown, [])
    await worker.deliver(message('tap'))
    await untilShown(worker.shown, ['お知らせ tap'])
    await worker.tap()
    await page.waitForURL('**/account/ticketbox')
    await page.getByRole('heading', { name: 'チケットボックス' }).waitFor()
    await page.goBack()
    await page.waitForURL(`**${SETTINGS}`)
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
    await press(page, 'この端末では受け取らない')
    await page.getByText('まだ登録されていません').waitFor()
    expect(complaints).toEqual([])
  })

  it('opens what a room posted, and its line in the list is read by the tap', {
    tags: 'full',
  }, async () => {
    const { context, page, complaints } = await open('fan@example.com', device('tapped'))
    await page.goto(server.url + SETTINGS)
    const worker = await workerOf(context, page)
    await press(page, 'この端末で通知を受け取る')
    await page.getByText('登録済み').waitFor()
    const [fan, owner] = await Promise.all(
      ['fan@example.com', 'owner@example.com'].map((email) => apiAs(server.url, email)),
    )
    // At night in Japan it would be sent in the morning.
    const { notification } = await fan!(account.getMe, {})
    await fan!(account.setNotification, { body: { ...notification, quiet_hours: false } })
    const body = new FormData()
    body.set('title', '通知から開く題')
    body.set('text', '本文です。')
    const { id } = await owner!(posting.createThread, { params: { roomid: 'aoi' }, body })
    const pushed = () => service.got.find((one) => one.device === 'tapped')?.message
    await vi.waitFor(() => expect(pushed()).toMatchObject({ body: '通知から開く題' }))
    await worker.deliver(pushed()!)
    const line = async () =>
      (await fan!(notifications.listNotifications, {})).items.find(({ text }) =>
        text.includes('通知から開く題'),
      )
    expect(await line()).toMatchObject({ unread: true })
    await worker.tap()
    await page.waitForURL(`**/community/aoi/talk/${id}`)
    await expect.poll(line).toMatchObject({ unread: false })
    expect(complaints).toEqual([])
  })

  it('shows that a browser with blocked storage cannot receive notifications', {
    tags: 'full',
  }, async () => {
    const { context, page } = await open('fan@example.com', device('strict'))
    await context.addInitScript(() => {
      const refuse = () => Promise.reject(new DOMException('denied', 'SecurityError'))
      Object.assign(ServiceWorkerContainer.prototype, { getRegistration: refuse, register: refuse })
    })
    await page.goto(server.url + SETTINGS)
    await page.getByText('このブラウザーは通知に対応していません').waitFor()
    expect(await axeFinds(page)).toEqual([])
  })

  it('shows what to do if notifications do not work', { tags: 'full' }, async () => {
    const { page } = await open('fan@example.com', { ...device('deaf'), answer: 'denied' })
    await page.goto(server.url + SETTINGS)
    await press(page, 'この端末で通知を受け取る')
    await page.getByRole('alert').getByText('通知がブロックされています').waitFor()
    expect(await page.getByText('通知が許可されませんでした').count()).toBe(0)
    expect(await axeFinds(page)).toEqual([])
  })

  it('shows that the browser’s push service is unreachable', {
    tags: 'full',
  }, async () => {
    const { page } = await open('fan@example.com')
    await page.goto(server.url + SETTINGS)
    await press(page, 'この端末で通知を受け取る')
    await page.getByText('通知サービスにつながりません').waitFor()
    expect(await page.getByRole('button', { name: 'この端末で通知を受け取る' }).isEnabled()).toBe(
      true,
    )
  })
})

describe('a notification', { tags: 'full' }, () => {
  let page: Page
  let worker: Awaited<ReturnType<typeof workerOf>>

  // One phone for all tests, as its worker precaches the whole app first.
  beforeAll(async () => {
    const context = await newContext(browser, { viewport: PHONE, serviceWorkers: 'allow' })
    await standInForBrowser(context, device('notified'))
    await context.addInitScript(() => {
      if (!('serviceWorker' in navigator)) return
      const listen = navigator.serviceWorker.addEventListener
      navigator.serviceWorker.addEventListener = (...args: unknown[]) => {
        if (args[0] === 'message') Object.assign(window, { hears: true })
        Reflect.apply(listen, navigator.serviceWorker, args)
      }
    })
    page = await context.newPage()
    await letIn(page, server.url, 'fan@example.com')
    await page.goto(server.url)
    worker = await workerOf(context, page)
  })
  afterAll(() => page?.context().close())
  /** Opens a page and waits until it handles taps; before that, a tap reloads the window. */
  async function show(path: string) {
    await page.goto(server.url + path)
    await page.waitForFunction(() => 'hears' in window)
  }
  beforeEach(async () => {
    await show(SETTINGS)
    await worker.dismiss()
    await untilShown(worker.shown, [])
  })

  it('delivered twice is shown once, also after it was dismissed', async () => {
    await worker.deliver(message('a'))
    await untilShown(worker.shown, ['お知らせ a'])
    await worker.deliver(message('a'))
    await worker.deliver(message('b'))
    await untilShown(worker.shown, ['お知らせ a', 'お知らせ b'])
    await worker.dismiss()
    await untilShown(worker.shown, [])
    await worker.deliver(message('a'))
    await worker.deliver(message('c'))
    await untilShown(worker.shown, ['お知らせ c'])
  })

  it('opens no other site', async () => {
    await worker.deliver(message('foreign', { url: 'https://evil.example/' }))
    await untilShown(worker.shown, ['お知らせ foreign'])
    await worker.tap()
    await page.waitForURL(`${server.url}/`)
  })

  it('shows a fallback for an unreadable payload', async () => {
    await worker.deliver('{')
    await untilShown(worker.shown, ['新しい通知があります'])
  })

  it('sets the unread count on the app icon', async () => {
    await worker.watchBadge()
    await worker.deliver(message('one', { unread: 3 }))
    await expect.poll(() => worker.badge()).toEqual([3])
    await worker.deliver(message('two', { unread: 0 }))
    await expect.poll(() => worker.badge()).toEqual([3, 0])
  })

  it('clears the count on the icon when the last message is read', async () => {
    const { context, page } = await open('owner@example.com', device('read'))
    const [fan, owner] = await Promise.all(
      ['fan@example.com', 'owner@example.com'].map((email) => apiAs(server.url, email)),
    )
    const body = { text: 'こんばんは' }
    await fan!(inbox.writeToOwner, { params: { id: 'aoi' }, body })
    const { items } = await owner!(inbox.listConversations, {})
    const unread = items.filter(({ unread }) => unread > 0)
    expect(unread.length).toBeGreaterThan(0)
    await context.addInitScript(() => {
      Navigator.prototype.setAppBadge = async (count) =>
        sessionStorage.setItem('test.badge', String(count))
      Navigator.prototype.clearAppBadge = async () => sessionStorage.setItem('test.badge', 'none')
    })
    const badge = () => page.evaluate(() => sessionStorage.getItem('test.badge'))
    await page.goto(server.url)
    await expect.poll(badge).toMatch(/^[1-9]/)
    for (const { id, last_text } of unread) {
      await page.goto(`${server.url}/account/message/${id}`)
      await page.getByRole('main').getByText(last_text).first().waitFor()
      // Leaving the page at once could abort the request that marks the message as read.
      const left = async () =>
        (await owner!(inbox.listConversations, {})).items.find((one) => one.id === id)?.unread
      await expect.poll(left).toBe(0)
    }
    await expect.poll(badge).toBe('none')
  })

  it('updates the unread count on the open page', async () => {
    await show('/')
    const [fan, owner] = await Promise.all(
      ['fan@example.com', 'owner@example.com'].map((email) => apiAs(server.url, email)),
    )
    const body = { text: 'こんばんは' }
    const { conversation_id: id } = await fan!(inbox.writeToOwner, { params: { id: 'aoi' }, body })
    await page.getByRole('link', { name: /^通知\s*\d/ }).waitFor()
    await owner!(inbox.answer, { params: { id }, body })
    const { unread_notifications } = await fan!(account.getMe, {})
    await worker.deliver(message('counted'))
    await page
      .getByRole('link', { name: new RegExp(`^通知\\s*${unread_notifications}\\s*件の未読`) })
      .waitFor()
  })

  it.each([
    {
      what: 'a purchase',
      at: async () => `/community/aoi/event/${await unbought()}`,
      name: 'チケットを購入する',
    },
    { what: 'the search', at: async () => '/results', name: 'さがす' },
  ])('tapped while $what is open navigates only after that is closed', async (open) => {
    const path = await open.at()
    await show(path)
    await page.getByRole('button', { name: open.name }).first().click()
    await page.getByRole('dialog').waitFor()
    await worker.deliver(message(open.what))
    await untilShown(worker.shown, [`お知らせ ${open.what}`])
    await page.evaluate(() =>
      navigator.serviceWorker.addEventListener('message', ({ data }) => {
        if (data.type === 'OPEN') Object.assign(window, { wasNotified: true })
      }),
    )
    await worker.tap()
    await untilShown(worker.shown, [])
    // The message to the page comes shortly after the notification is closed; nothing else can be awaited.
    await page.waitForFunction(() => 'wasNotified' in window)
    expect(new URL(page.url()).pathname).toBe(path)
    await page.keyboard.press('Escape')
    await page.getByRole('status').getByText('通知のページがあります').waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    await press(page, '開く')
    await page.waitForURL('**/account/ticketbox')
  })
})

describe('logout', { tags: 'full' }, () => {
  it('removes the push registration and all shown notifications (71)', async () => {
    const { context, page } = await open('guest@example.com', device('out'))
    await page.goto(server.url + SETTINGS)
    const worker = await workerOf(context, page)
    await press(page, 'この端末で通知を受け取る')
    await page.getByText('登録済み').waitFor()
    await press(page, 'テスト通知を送る')
    await vi.waitFor(() =>
      expect(service.got.filter((one) => one.device === 'out')).toHaveLength(1),
    )
    const { message } = service.got.find((one) => one.device === 'out')!
    await worker.deliver(message)
    await untilShown(worker.shown, ['通知のテスト'])
    await page.goto(`${server.url}/account`)
    await press(page, 'ログアウト')
    await page.waitForURL(`${server.url}/`)
    expect(await worker.shown()).toEqual([])
    const stored = await storedOn(page)
    expect(Object.keys(stored.databases)).not.toContain('room.shown')
    expect(stored.text).not.toContain(message.id)
    expect(Object.keys(stored.local).filter((key) => /push|subscribed/.test(key))).toEqual([])
  })
})

describe('offer after a purchase', () => {
  it.each(SCREENS)(
    'offers notifications on this device, and the event’s bell keeps the choice, on %s',
    { tags: 'full' },
    async (name, viewport) => {
      const options = device(`bought ${name}`)
      const { page, complaints } = await open('fan@example.com', options, viewport)
      await page.goto(`${server.url}/community/aoi/event/${await unbought()}`)
      await page.getByRole('button', { name: 'チケットを購入する' }).click()
      await pay(page)
      await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
      expect(await timesAsked(page)).toBe(0)
      await press(page, 'この端末で通知を受け取る')
      await page.getByText('開始の前に、この端末へお知らせします。').waitFor()
      expect(await timesAsked(page)).toBe(1)
      expect(await axeFinds(page)).toEqual([])
      await press(page, 'イベントへ戻る')
      const bell = page.getByRole('switch', { name: '開始前に通知を受け取る' })
      await expect.poll(() => bell.getAttribute('aria-checked')).toBe('true')
      await bell.click()
      await expect.poll(() => bell.getAttribute('aria-checked')).toBe('false')
      await bell.click()
      await page.getByText('開始の前に、この端末へお知らせします。').waitFor()
      expect(await axeFinds(page)).toEqual([])
      expect(complaints).toEqual([])
    },
  )

  it('offers notifications after an entry ticket, too', { tags: 'full' }, async () => {
    const { page, complaints } = await open('fan@example.com', device('enters'))
    const fan = await apiAs(server.url, 'fan@example.com')
    const { items } = await fan(tickets.listDigitalTickets, { params: { roomid: 'akari' } })
    const { id } = items.find(({ status, held }) => status === 'published' && !held)!
    await page.goto(`${server.url}/community/akari/e_ticket/${id}`)
    await press(page, 'チケットを受け取る')
    await page.getByRole('switch', { name: '利用規約（サービス条項）に同意する' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'この内容で受け取る' }).click()
    await page.getByRole('heading', { name: 'チケットを受け取りました' }).waitFor()
    expect(await timesAsked(page)).toBe(0)
    await press(page, 'この端末で通知を受け取る')
    await page.getByText('開始の前に、この端末へお知らせします。').waitFor()
    expect(await timesAsked(page)).toBe(1)
    expect(await axeFinds(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})

/** An upcoming event of `aoi` that the fan has no ticket to. */
async function unbought(): Promise<string> {
  const fan = await apiAs(server.url, 'fan@example.com')
  const { items } = await fan(events.listEvents, { query: { state: 'upcoming', room: 'aoi' } })
  return items.find(({ can, amount }) => can.buy && amount > 0)!.id
}
