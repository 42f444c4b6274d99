import type { Page } from 'playwright-core'
import { afterEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { apiAs } from '../../api.ts'
import {
  axeFinds,
  DESKTOP,
  logIn,
  offered,
  openContext,
  PHONE,
  sharedBrowser,
} from '../../browser.ts'
import { storedOn, waitForTickets, waitForWorker } from '../../device.ts'
import { type Instead, startFront } from '../../front.ts'
import { openPhone, type Phone } from '../../phone.ts'

const siteUrl = inject('siteUrl')
const FAN = 'fan@example.com'
let phone: Phone

afterEach(() => phone?.discard())

describe('installed app', () => {
  it('meets the browser’s criteria for installation', { tags: 'full' }, async () => {
    phone = await openPhone(undefined, { whole: true })
    await phone.page.goto(siteUrl)
    await waitForWorker(phone.page)
    const browser = await phone.context.newCDPSession(phone.page)
    const check = async () =>
      (await browser.send('Page.getInstallabilityErrors')).installabilityErrors
    await expect.poll(check).toEqual([])
    expect((await browser.send('Page.getAppManifest')).errors).toEqual([])
  })

  it('has the bottom menu with five icons, and no second menu', {
    tags: 'full',
  }, async () => {
    phone = await openPhone(undefined, { flags: [`--app=${siteUrl}`], whole: true })
    const { page } = phone
    await logIn(page, siteUrl, FAN)
    expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
    const menus = page.getByRole('navigation', { name: 'メニュー' })
    await menus.first().waitFor()
    expect(await menus.count()).toBe(1)
    const labels = await menus.getByRole('link').allInnerTexts()
    expect(labels.map((text) => text.split('\n')[0]!.trim())).toEqual([
      'ホーム',
      'さがす',
      'チケット',
      'メッセージ',
      'マイページ',
    ])
    for (const link of await menus.getByRole('link').all())
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    expect(await axeFinds(page)).toEqual([])
    await page.setViewportSize(DESKTOP)
    await expect.poll(() => menus.count()).toBe(0)
  })
})

/** A browser with an install prompt; `agent` sets its user agent. */
async function openVisitor(agent?: string) {
  const context = await openContext(await sharedBrowser(), {
    viewport: PHONE,
    reducedMotion: 'reduce',
    ...(agent && { userAgent: agent }),
  })
  const visit = async () => {
    const page = await context.newPage()
    await page.goto(siteUrl)
    await page.waitForFunction(() => localStorage.getItem('room.visits') !== null)
    return page
  }
  return visit
}
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Landscape, with a camera cutout at the side. */
const SIDEWAYS = { width: 844, height: 390 }
const CAMERA = 59

/** Texts and controls that overlap the camera cutout, except in scroll containers. */
const underCamera = (page: Page) =>
  page.evaluate((camera) => {
    const scrolls = (of: Element | null): boolean =>
      of !== null &&
      ((/auto|scroll/.test(getComputedStyle(of).overflowX) && of.scrollWidth > of.clientWidth) ||
        scrolls(of.parentElement))
    return [...document.querySelectorAll('h1, h2, h3, p, a, button, input')]
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect()
        return width > 0 && (left < camera || right > innerWidth - camera) && !scrolls(one)
      })
      .map((one) => `${one.tagName} ${one.textContent}`)
  }, CAMERA)

it('keeps all texts and controls clear of the camera cutout in landscape', {
  tags: 'full',
}, async () => {
  phone = await openPhone()
  const { page, context } = phone
  await page.setViewportSize(SIDEWAYS)
  const insets = { left: CAMERA, right: CAMERA, bottom: 21 }
  const screen = await context.newCDPSession(page)
  await screen.send('Emulation.setSafeAreaInsetsOverride', { insets })
  await logIn(page, siteUrl, FAN)
  const fan = await apiAs(siteUrl, FAN)
  const { items } = await fan(events.listEvents, { query: { state: 'upcoming' } })
  const { id, room } = items.find(({ joined, amount }) => !joined && amount > 0)!
  const seat = `/community/${room.id}/event/${id}`
  for (const path of ['/', '/account/ticketbox', '/community/aoi/talk', '/results', seat]) {
    await page.goto(siteUrl + path)
    await page.getByRole('link', { name: 'ヘルプ' }).first().waitFor()
    expect([path, await underCamera(page)]).toEqual([path, []])
  }
})

describe('install card', () => {
  it('shows on the second visit, prompts once, and stays hidden for 90 days after あとで', {
    tags: 'full',
  }, async () => {
    const visit = await openVisitor()
    const asks = (page: Awaited<ReturnType<typeof visit>>) =>
      page.evaluate(() => {
        const event = Object.assign(new Event('beforeinstallprompt'), {
          prompt: () => Promise.resolve(Object.assign(window, { prompted: true })),
        })
        window.dispatchEvent(event)
      })
    const first = await visit()
    await asks(first)
    expect(await first.getByRole('complementary', { name: 'ホーム画面に追加' }).count()).toBe(0)
    const second = await visit()
    await asks(second)
    const card = second.getByRole('complementary', { name: 'ホーム画面に追加' })
    await card.waitFor()
    expect(await axeFinds(second)).toEqual([])
    await card.getByRole('button', { name: 'あとで' }).click()
    await card.waitFor({ state: 'detached' })
    const third = await visit()
    await asks(third)
    expect(await third.getByRole('complementary', { name: 'ホーム画面に追加' }).count()).toBe(0)
    await third.evaluate(() => {
      const long = new Date(Date.now() - 91 * 24 * 60 * 60_000).toISOString()
      localStorage.setItem('room.install.dismissed', long)
    })
    const fourth = await visit()
    await asks(fourth)
    await fourth.getByRole('button', { name: '追加する' }).click()
    await fourth.waitForFunction(() => (window as { prompted?: true }).prompted)
    await fourth
      .getByRole('complementary', { name: 'ホーム画面に追加' })
      .waitFor({ state: 'detached' })
  })

  it('shows the three manual steps on an iPhone, which has no install prompt', {
    tags: 'full',
  }, async () => {
    const visit = await openVisitor(IPHONE)
    await visit()
    const page = await visit()
    await page.getByRole('button', { name: '追加のしかた' }).click()
    const sheet = page.getByRole('dialog', { name: 'ホーム画面に追加する' })
    await sheet.waitFor()
    expect(await sheet.getByRole('listitem').allInnerTexts()).toEqual([
      // As in the browser of this user agent.
      '「共有」を押します。見あたらないときは、「…」の中にあります',
      '「ホーム画面に追加」を選びます',
      '「追加」を押すと、ホーム画面にRoomがならびます',
    ])
    expect(await axeFinds(page)).toEqual([])
    await sheet.getByRole('button', { name: '閉じる' }).click()
    await page
      .getByRole('complementary', { name: 'ホーム画面に追加' })
      .waitFor({ state: 'detached' })
  })
})

/** An old version of the app: another service worker, with caches of similar names. */
const OLD_WORKER = `
  self.addEventListener('install', (event) => event.waitUntil(
    caches.open('workbox-precache-v1-' + registration.scope).then((cache) => cache.add('/favicon.svg'))))
  self.addEventListener('activate', (event) => event.waitUntil(clients.claim()))`

describe('new version', () => {
  const TOAST = '新しいバージョンがあります'
  let instead: Instead
  const withoutPicture: Instead = (path) =>
    path.includes('.m3u8') ? { type: 'text/plain', body: '' } : null
  async function startProxy(worker: string) {
    instead = (path) =>
      path === '/sw.js' ? { type: 'text/javascript', body: worker } : withoutPicture(path)
    const front = await startFront(siteUrl, () => instead)
    onTestFinished(() => front.close())
    phone = await openPhone()
    return front
  }
  const release = () => {
    instead = withoutPicture
  }
  const find = () =>
    phone.page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update()
    })
  const waiting = () =>
    phone.page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)

  it('is checked for each time the user returns to the page', async () => {
    const front = await startProxy(OLD_WORKER)
    let looks = 0
    const old = instead
    instead = (path) => {
      if (path === '/sw.js') looks++
      return old(path)
    }
    await phone.page.goto(front.url)
    await waitForWorker(phone.page)
    const before = looks
    const rejoin = async () => {
      await phone.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      return looks - before
    }
    // More often than the browser checks by itself after one navigation.
    await expect.poll(rejoin).toBeGreaterThan(4)
  })

  it('replaces an old worker and its caches on request, and keeps the tickets', async () => {
    const front = await startProxy(OLD_WORKER)
    await logIn(phone.page, front.url, FAN)
    await waitForTickets(phone.page)
    const before = await storedOn(phone.page)
    expect(Object.keys(before.caches).some((name) => name.includes('precache-v1'))).toBe(true)
    release()
    await phone.page.goto(`${front.url}/account/ticketbox`)
    await phone.page.getByText(TOAST).first().waitFor()
    expect(await waiting()).toBe(true)
    await phone.page.evaluate(() => Object.assign(window, { old: true }))
    await offered(phone.page, '更新する').click()
    await expect.poll(waiting).toBe(false)
    await phone.page.waitForFunction(() => !('old' in window))
    await phone.page.getByRole('heading', { name: '次のチケット' }).waitFor()
    const cacheNames = async () => Object.keys((await storedOn(phone.page)).caches)
    await expect
      .poll(async () => (await cacheNames()).some((name) => name.includes('precache-v2')))
      .toBe(true)
    // The old cache is deleted while the new worker activates.
    await expect
      .poll(async () => (await cacheNames()).filter((name) => name.includes('precache-v1')))
      .toEqual([])
    const after = await storedOn(phone.page)
    for (const [name, stores] of Object.entries(before.databases))
      if (name.startsWith('room.kept.'))
        expect(after.databases[name]?.tickets).toHaveLength(stores.tickets!.length)
    await front.close()
    await phone.page.reload()
    await phone.page.getByRole('heading', { name: '次のチケット' }).waitFor()
  })

  it('is not offered while a form is being filled in, and is offered after that', {
    tags: 'full',
  }, async () => {
    const front = await startProxy(OLD_WORKER)
    await phone.page.clock.install()
    await phone.page.goto(`${front.url}/login`)
    await waitForWorker(phone.page)
    await phone.page.getByLabel('メールアドレス').fill('a@example.com')
    release()
    await find()
    await expect.poll(waiting).toBe(true)
    // The page learns of it a moment later, and checks every two seconds.
    await phone.page.clock.runFor(5_000)
    expect(await phone.page.getByText(TOAST).count()).toBe(0)
    await phone.page.getByRole('link', { name: '新規登録' }).first().click()
    await phone.page.getByText(TOAST).first().waitFor()
  })

  it('is checked for once an hour by an app that stays open', { tags: 'full' }, async () => {
    const front = await startProxy(OLD_WORKER)
    await phone.page.clock.install()
    await phone.page.goto(front.url)
    await waitForWorker(phone.page)
    await expect
      .poll(() => phone.page.evaluate(() => navigator.serviceWorker.controller))
      .toBeTruthy()
    release()
    // The page may start its hourly timer only after the old worker has claimed it.
    const look = async () => {
      await phone.page.clock.fastForward(HOUR_MS)
      return waiting()
    }
    await expect.poll(look).toBe(true)
    await phone.page.getByText(TOAST).first().waitFor()
  })

  it('is loaded in each window whose button is pressed, although another one activated it', {
    tags: 'full',
  }, async () => {
    const front = await startProxy(OLD_WORKER)
    await phone.page.goto(front.url)
    await waitForWorker(phone.page)
    const other = await phone.context.newPage()
    await other.goto(front.url)
    const windows = [phone.page, other]
    for (const page of windows) await page.evaluate(() => Object.assign(window, { old: true }))
    release()
    await find()
    const press = async (page: Page) => {
      await offered(page, '更新する').click()
      await page.waitForFunction(() => !('old' in window))
    }
    for (const page of windows) await page.getByText(TOAST).first().waitFor()
    for (const page of windows) await press(page)
  })
})
