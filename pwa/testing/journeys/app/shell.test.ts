import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { apiAs } from '../../api.ts'
import {
  axeFinds,
  DESKTOP,
  letIn,
  logIn,
  openContext,
  openHydrated,
  openPage,
  PHONE,
  sharedBrowser,
} from '../../browser.ts'

const siteUrl = inject('siteUrl')
const ASSETS = 'dist/pwa/assets'
let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

async function open(options: BrowserContextOptions = {}) {
  const context = await openContext(browser, { viewport: PHONE, ...options })
  return { context, ...(await openPage(context)) }
}

/** Matches the URLs of the built chunks that contain these modules. */
function filesOf(...modules: string[]) {
  const manifest = JSON.parse(readFileSync('dist/pwa/.vite/manifest.json', 'utf8'))
  const files = modules.map((module) => `/${manifest[module].file}`)
  return ({ pathname }: URL) => files.includes(pathname)
}

/** The app's files that import each other: which of them runs first depends on which arrives first. */
function filesInCycles(): string[] {
  const files = globSync('{rare/,}*.js', { cwd: ASSETS })
  const importsOf = new Map(
    files.map((file) => [
      file,
      [...readFileSync(join(ASSETS, file), 'utf8').matchAll(/(?:from|import)"(\.[^"]+)"/g)].map(
        ([, path = '']) => join(dirname(file), path),
      ),
    ]),
  )
  const isInCycle = (file: string) => {
    const reached = new Set(importsOf.get(file))
    for (const one of reached) for (const next of importsOf.get(one) ?? []) reached.add(next)
    return reached.has(file)
  }
  return files.filter(isInCycle)
}

it('runs files of code that import each other in any order', async () => {
  const { page } = await open()
  const errors: string[] = []
  for (const file of filesInCycles()) {
    await page.goto(`${siteUrl}/robots.txt`)
    // As a text: the test runner would replace the import by its own.
    errors.push(await page.evaluate(`import('/assets/${file}').then(() => '', String)`))
  }
  expect(errors.filter(Boolean)).toEqual([])
})

it.each([
  { path: '/', words: '人気のルーム' },
  { path: '/community/aoi/event', words: '夜ふかし朗読会' },
])('is readable without JavaScript: $path', { tags: 'full' }, async ({ path, words }) => {
  const { page } = await open({ javaScriptEnabled: false })
  await page.goto(siteUrl + path)
  expect(await page.getByRole('main').getByText(words).first().isVisible()).toBe(true)
})

it('hydrates without repeating the server’s API calls, and searches by keyboard alone', async () => {
  const { page, complaints } = await open()
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Except the service status, which is polled after hydration.
    if (pathname.includes('/api/') && !pathname.endsWith('/status')) requests.push(pathname)
  })
  await page.goto(siteUrl)
  await page.getByRole('button', { name: 'さがす' }).focus()
  await page.keyboard.press('Enter')
  const field = page.getByPlaceholder('何をおさがしですか？')
  await field.waitFor()
  expect(requests).toEqual([])
  await page.keyboard.press('Enter')
  expect(await field.isVisible(), 'an empty search stays').toBe(true)
  await page.keyboard.type('星見')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/results?search=**')
  await page.getByRole('heading', { name: '「星見」の検索結果' }).waitFor()
  await page
    .getByRole('link', { name: /星見の会/ })
    .first()
    .waitFor()
  await page.goto(siteUrl)
  await page.getByRole('button', { name: 'さがす' }).click()
  const recent = page.getByRole('list', { name: '最近の検索' })
  await recent.waitFor()
  expect(await recent.getByRole('link').allInnerTexts()).toEqual(['星見'])
  await page.getByRole('button', { name: '履歴を消す' }).click()
  await recent.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '音楽' }).click()
  await page.getByRole('heading', { name: '音楽のルーム' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(complaints).toEqual([])
})

describe('works in a browser with blocked storage', () => {
  async function openWithout(path: string) {
    const { page, complaints } = await open()
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
    })
    await openHydrated(page, siteUrl + path)
    return { page, complaints }
  }

  it('navigates from the server-rendered home page to a room, and back', async () => {
    const { page, complaints } = await openWithout('/')
    const title = page.getByRole('main').getByRole('heading').first()
    const text = await title.textContent()
    await page.getByRole('main').locator('a[href^="/community/"]').first().click()
    await page.waitForURL('**/community/**')
    await page.goBack()
    await page.waitForURL(`${siteUrl}/`)
    await title.getByText(text!).waitFor()
    expect(complaints).toEqual([])
  })

  it('shows an event, and links to its room', { tags: 'full' }, async () => {
    const visitor = await apiAs(siteUrl, null)
    const { items } = await visitor(events.listEvents, { query: { room: 'aoi' } })
    const { id, title } = items[0]!
    const { page, complaints } = await openWithout(`/community/aoi/event/${id}`)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await page.getByRole('link', { name: 'ルームへ戻る' }).click()
    await page.waitForURL('**/community/aoi')
    await page.getByRole('heading', { name: '夜ふかし喫茶室' }).first().waitFor()
    expect(complaints).toEqual([])
  })
})

it('sets the document title of each page, and the site’s title on the home page', {
  tags: 'full',
}, async () => {
  const { page } = await open()
  await page.goto(siteUrl)
  const isCalled = (title: string) =>
    page.waitForFunction((expected) => document.title === expected, title)
  await isCalled('Room')
  await page.getByRole('contentinfo').getByRole('link', { name: '利用規約' }).click()
  await isCalled('利用規約｜Room')
  await page.getByRole('contentinfo').getByRole('link', { name: 'お知らせ' }).click()
  await isCalled('お知らせ｜Room')
  await page
    .getByRole('link', { name: /オーナーインタビュー/ })
    .first()
    .click()
  await page.getByRole('link', { name: '夜ふかし喫茶室をのぞく' }).click()
  await isCalled('夜ふかし喫茶室｜Room')
  await page.goto(siteUrl)
  await isCalled('Room')
})

/** Opens a page as it is before hydration; returns how to let the app load. */
async function openBeforeApp(page: Page, path: string) {
  const app = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await app.promise
    await route.continue()
  })
  await page.goto(siteUrl + path, { waitUntil: 'commit' })
  await page.waitForFunction(() =>
    performance
      .getEntriesByName(`${location.origin}/pre-hydration.js`)
      .some((entry) => entry.duration > 0),
  )
  return app.resolve
}

it('replays a press that came before hydration', async () => {
  const { page } = await open()
  const loadApp = await openBeforeApp(page, '/')
  await page.getByRole('button', { name: 'さがす' }).click()
  loadApp()
  await page.getByPlaceholder('何をおさがしですか？').waitFor()
})

it('takes no text into the login page before it can keep it, and keeps the focus', async () => {
  const { page } = await open()
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  const loadApp = await openBeforeApp(page, '/login')
  const field = page.getByLabel('メールアドレス')
  await field.click()
  await page.keyboard.type('early')
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('')
  expect(await field.isEditable()).toBe(false)
  loadApp()
  await expect.poll(() => field.isEditable()).toBe(true)
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'email')
  await page.keyboard.type('fan@example.com')
  await page.getByLabel('パスワード', { exact: true }).fill('password')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  expect(urls.filter((url) => url.includes('email=') || url.includes('password='))).toEqual([])
})

describe('during a held view transition', () => {
  interface HeldTransition {
    held?: Promise<void>
    release: () => void
  }
  async function openHeld(path: string) {
    const { page } = await open()
    await page.addInitScript(() => {
      const start = Document.prototype.startViewTransition as (options: object) => ViewTransition
      Document.prototype.startViewTransition = function (options) {
        const { update, ...rest } = typeof options === 'function' ? { update: options } : options!
        const later = async () => {
          await (window as unknown as HeldTransition).held
          await update?.()
        }
        return start.call(this, { ...rest, update: later })
      }
    })
    await openHydrated(page, siteUrl + path)
    return page
  }
  /** By script, as a frozen page takes no pointer events. */
  const press = (page: Page, name: string, role: 'button' | 'link' = 'button') =>
    page
      .getByRole(role, { name, exact: true })
      .first()
      .evaluate((element: HTMLElement) => element.click())
  async function hold(page: Page, link: string) {
    await page.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers<void>()
      Object.assign(window, { held: promise, release: resolve })
    })
    await press(page, link, 'link')
    await page.waitForFunction(() => document.activeViewTransition, undefined, { polling: 20 })
  }
  const release = (page: Page) =>
    page.evaluate(() => (window as unknown as HeldTransition).release())

  it('replays a press', async () => {
    const page = await openHeld('/help')
    await page.getByRole('link', { name: 'お知らせ' }).first().waitFor()
    await hold(page, 'お知らせ')
    await press(page, 'さがす')
    await release(page)
    await page.getByPlaceholder('何をおさがしですか？').waitFor()
  })

  it('keeps typed form values out of the URL', { tags: 'full' }, async () => {
    const page = await openHeld('/login')
    await page.getByLabel('メールアドレス').fill('fan@example.com')
    await page.getByLabel('パスワード', { exact: true }).fill('password')
    await hold(page, 'パスワードを忘れたとき')
    await press(page, 'ログイン')
    await release(page)
    await page.waitForURL('**/reset_password')
    expect(new URL(page.url()).search).toBe('')
  })
})

it('shows a lazily loaded dialog above the page during a view transition', {
  tags: 'full',
}, async () => {
  const { page, complaints } = await open()
  await letIn(page, siteUrl, 'owner@example.com')
  await page.goto(`${siteUrl}/dashboard/pastevent`)
  const event = page.getByRole('button', { name: /高瀬舟/ })
  await event.waitFor()
  await page.evaluate(() => {
    const start = Document.prototype.startViewTransition as (options: object) => ViewTransition
    Document.prototype.startViewTransition = function (options) {
      const transition = start.call(this, options!)
      const isOpen = () => document.querySelector('dialog[open]') !== null
      const before = isOpen()
      transition.ready.then(
        () => {
          if (!before && isOpen()) document.body.dataset.faded = 'yes'
        },
        () => {},
      )
      return transition
    }
  })
  await event.click()
  await page.getByRole('dialog').getByRole('button', { name: /編集/ }).waitFor()
  await page.waitForFunction(() => !document.activeViewTransition)
  expect(await page.evaluate(() => document.body.dataset.faded)).toBeUndefined()
  expect(complaints).toEqual([])
})

it('shows the loading bar while the code of a pressed button loads', {
  tags: 'full',
}, async () => {
  const { page } = await open()
  await openHydrated(page, siteUrl)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(filesOf('layouts/chrome/SearchDialog.tsx'), async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'さがす' }).click()
  const bar = page.locator('[aria-hidden="true"] > span[style*="scale"]')
  await bar.waitFor({ state: 'attached' })
  release()
  await page.getByRole('searchbox').waitFor()
  await bar.waitFor({ state: 'detached' })
})

it('closes a sheet first on going back', { tags: 'full' }, async () => {
  const { page } = await open()
  await page.goto(`${siteUrl}/community/aoi`)
  await page.getByRole('button', { name: '参加する' }).click()
  await page.getByRole('dialog').waitFor()
  await page.waitForFunction(() => Object.hasOwn((history.state ?? {}) as object, 'sheet'))
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/community/aoi')
})

it('shows the side navigation on wide screens only, and never two menus at once', {
  tags: 'full',
}, async () => {
  const wide = await open({ viewport: DESKTOP })
  await logIn(wide.page, siteUrl, 'fan@example.com')
  const side = { name: 'メイン' }
  await wide.page.getByRole('navigation', side).waitFor()
  expect(await wide.page.getByRole('navigation', { name: 'メニュー', exact: true }).count()).toBe(0)
  const narrow = await open()
  await logIn(narrow.page, siteUrl, 'fan@example.com')
  const bar = narrow.page.getByRole('navigation', { name: 'メニュー', exact: true })
  await bar.waitFor()
  expect(await narrow.page.getByRole('navigation', side).count()).toBe(0)
  expect(await bar.getByRole('link').allInnerTexts()).toEqual([
    'ホーム',
    'マイページ',
    'チケット',
    'アカウント',
  ])
})

it('has the footer with its links and the years', { tags: 'full' }, async () => {
  const { page } = await open()
  await page.goto(siteUrl)
  const footer = page.getByRole('contentinfo')
  expect(await footer.getByRole('link').allInnerTexts()).toEqual([
    'ヘルプ',
    'お知らせ',
    'ルームを開きたい方へ',
    '利用規約',
    'プライバシーポリシー',
    '知的財産ポリシー',
    '特定商取引法に基づく表記',
    '運営者情報',
  ])
  expect(await footer.innerText()).toMatch(/© 2020–20\d\d Room/)
})

it('shows a failed page with its request id, and shows it after a retry', {
  tags: 'full',
}, async () => {
  const { page } = await open()
  await openHydrated(page, `${siteUrl}/help`)
  let broken = true
  await page.route('**/api/application/news*', (route) =>
    broken
      ? route.fulfill({
          status: 500,
          headers: { 'x-request-id': 'AAAA-BBBB-CC' },
          json: { message: 'エラーが起こりました。時間を空けて再度お試しください。' },
        })
      : route.continue(),
  )
  await page.getByRole('contentinfo').getByRole('link', { name: 'お知らせ' }).click()
  await page.getByRole('alert').filter({ hasText: '時間を空けて再度お試しください' }).waitFor()
  await page.getByText('AAAA-BBBB-CC').waitFor()
  broken = false
  await page.getByRole('button', { name: 'もう一度読み込む' }).click()
  await page.getByRole('link', { name: /年末年始/ }).waitFor()
})

it('shows a missing page without share buttons and focus ring', {
  tags: 'full',
}, async () => {
  const { page } = await open()
  await logIn(page, siteUrl, 'fan@example.com')
  const share = page.getByRole('complementary', { name: 'このページを共有' })
  await page.goto(`${siteUrl}/beginners`)
  await share.waitFor()
  await page.keyboard.press('Tab')
  await page.goto(`${siteUrl}/community/nobody_here`)
  await page.getByRole('heading', { name: 'ページが見つかりませんでした。' }).waitFor()
  await page.waitForFunction(() => document.activeElement?.matches('main:focus-visible'))
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).outlineStyle)).toBe(
    'none',
  )
  // Loaded with the layout, shortly after the page.
  await page.locator('aside[aria-label="このページを共有"]').waitFor({ state: 'attached' })
  expect(await share.count()).toBe(0)
})

/** The buttons and links with the primary style. */
const primaries = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.background = 'var(--primary)'
    const primary = getComputedStyle(probe).backgroundColor
    probe.remove()
    return [...document.querySelectorAll('main button, main a')]
      .filter((one) => getComputedStyle(one).backgroundColor === primary)
      .map(({ textContent }) => textContent)
  })

it.each([
  ['all of it fails', /\/api\/application\/(event|room|news)/, ['もう一度読み込む'], 1],
  ['a part of it fails', /\/api\/application\/news/, [], 1],
] as const)(
  'has at most one primary button on a member’s home page, also if %s',
  { tags: 'full' },
  async (_, failingPaths, primary, retries) => {
    const { page } = await open()
    await letIn(page, siteUrl, 'fan@example.com')
    await page.goto(`${siteUrl}/help`)
    let broken = true
    await page.route(
      ({ pathname }) => failingPaths.test(pathname) && broken,
      (route) =>
        route.fulfill({ status: 500, json: { message: '時間を空けて再度お試しください。' } }),
    )
    await page.getByRole('link', { name: 'Room' }).first().click()
    const again = page.getByRole('button', { name: 'もう一度読み込む' })
    await again.first().waitFor()
    // Parts show their errors one by one, until all have failed.
    const ways = async () => [
      await again.count(),
      (await primaries(page)).filter((name) => name === 'もう一度読み込む'),
    ]
    await expect.poll(ways).toEqual([retries, primary])
    expect(await axeFinds(page)).toEqual([])
    broken = false
    await again.click()
    await page.getByRole('link', { name: /年末年始/ }).waitFor()
  },
)

it('shows that it is offline, with a link to the tickets, and recovers automatically', {
  tags: 'full',
}, async () => {
  const { context, page } = await open()
  await page.goto(`${siteUrl}/help`)
  // A client-side navigation proves that the page is hydrated.
  await page.getByRole('link', { name: 'お支払い' }).click()
  await page.getByRole('heading', { name: 'ヘルプ' }).waitFor()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: '知的財産ポリシー' }).click()
  await page.getByRole('heading', { name: /オフライン/ }).waitFor()
  await page.getByRole('link', { name: 'チケットボックスを開く' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { name: /知的財産/ }).waitFor()
})

it('recovers if the network is back as soon as the page says that it is offline', async () => {
  const { page } = await open()
  await page.addInitScript(() => {
    let isOnline = false
    Object.defineProperty(navigator, 'onLine', { get: () => isOnline })
    new MutationObserver((_, observer) => {
      if (!document.body?.textContent.includes('オフラインでは開けません')) return
      observer.disconnect()
      isOnline = true
      dispatchEvent(new Event('online'))
    }).observe(document, { subtree: true, childList: true })
  })
  await page.route(filesOf('pages/TextPage.tsx'), (route) => route.abort(), { times: 1 })
  await openHydrated(page, `${siteUrl}/help`)
  await page.getByRole('contentinfo').getByRole('link', { name: '知的財産ポリシー' }).click()
  await page.getByRole('heading', { name: /知的財産/ }).waitFor()
})

it.each(['/community/aoi/event/none', '/community/aoi/talk/none'])(
  'redirects %s, which does not exist, to /404',
  { tags: 'full' },
  async (path) => {
    const { page } = await open()
    const response = await page.goto(siteUrl + path)
    await page.getByRole('heading', { name: /見つかりませんでした/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/404')
    expect(response?.status()).toBe(404)
  },
)

it('restores the scroll position and the title on going back', async () => {
  const { page } = await open()
  await page.goto(siteUrl)
  await page.evaluate(() => window.scrollTo(0, 1_200))
  await page
    .getByRole('link', { name: /縁側将棋/ })
    .first()
    .click()
  await page.waitForURL('**/community/**')
  await page.waitForFunction(() => window.scrollY === 0 && document.title.endsWith('｜Room'))
  await page.goBack()
  await page.waitForFunction(() => window.scrollY > 1_000 && document.title === 'Room')
})

describe('a page whose chunks are gone', () => {
  /** A member's app in which the chunks of one page are missing: until a reload, or permanently. */
  async function lose({ forGood }: { forGood: boolean }) {
    const { page } = await open()
    await letIn(page, siteUrl, 'fan@example.com')
    await page.goto(siteUrl)
    await page.getByRole('heading', { name: '人気のルーム' }).waitFor()
    await page.addInitScript(() => {
      sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1
    })
    let requestCount = 0
    await page.route(`${siteUrl}/terms`, (route) => {
      if (route.request().resourceType() === 'fetch') requestCount++
      return route.continue()
    })
    await page.route(filesOf('layouts/LegalLayout.tsx', 'pages/TextPage.tsx'), async (route) =>
      forGood || !(await page.evaluate('sessionStorage.loads'))
        ? route.fulfill({ status: 404, body: '' })
        : route.continue(),
    )
    await page.getByRole('contentinfo').getByRole('link', { name: '利用規約' }).click()
    return {
      page,
      isLoaded: (times: number) =>
        page.waitForFunction((expected) => Number(sessionStorage.loads) === expected, times),
      /** The number of checks before a reload. */
      requestCount: () => requestCount,
    }
  }

  it('is reloaded once', async () => {
    const { page, requestCount } = await lose({ forGood: false })
    await page.getByRole('heading', { name: /利用規約/, level: 1 }).waitFor()
    expect(requestCount()).toBe(1)
  })

  it('shows an error if a reload does not help, and retries no chunk', async () => {
    const { page, isLoaded, requestCount } = await lose({ forGood: true })
    await isLoaded(2)
    await page.getByRole('heading', { name: 'ページを表示できませんでした' }).waitFor()
    expect(requestCount()).toBe(2)
  })
})
