import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, inject, it, onTestFinished } from 'vitest'
import { letIn, logIn, openContext, openPage, PHONE, sharedBrowser } from '../../browser.ts'
import { storedOn } from '../../device.ts'
import { startFront } from '../../front.ts'

const siteUrl = inject('siteUrl')
const FAN = 'fan@example.com'
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]

beforeAll(async () => {
  browser = await sharedBrowser()
})
beforeEach(async () => {
  context = await openContext(browser, { viewport: PHONE })
  ;({ page, complaints } = await openPage(context))
})

const path = () => new URL(page.url()).pathname
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

it('returns a visitor to the page that required the login', async () => {
  await page.goto(`${siteUrl}/account/payments`)
  await page.waitForURL('**/login')
  await page.getByLabel('メールアドレス').fill(FAN)
  await page.getByLabel('パスワード', { exact: true }).fill('password')
  await page.getByLabel('パスワード', { exact: true }).press('Enter')
  await page.waitForURL('**/account/payments')
  await heading('お支払い履歴').waitFor()
  expect(complaints).toEqual([])
})

it('restores the member after a reload, and in a new tab', async () => {
  await letIn(page, siteUrl, FAN)
  await page.goto(siteUrl)
  await page.reload()
  await page
    .getByRole('link', { name: /佐藤 千晴/ })
    .first()
    .waitFor()
  const second = await context.newPage()
  await second.goto(`${siteUrl}/account`)
  await second.getByRole('button', { name: 'ログアウト' }).waitFor()
  expect(complaints).toEqual([])
})

it('stays logged in if its page was closed during a token refresh', async () => {
  const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let holds = false
  const front = await startFront(
    siteUrl,
    () => () => null,
    async (path) => {
      if (!holds || !path.endsWith('/refresh')) return
      requested.resolve()
      await released.promise
    },
  )
  onTestFinished(front.close)
  const token = async () =>
    (await context.cookies()).find(({ name }) => name.endsWith('refresh_token'))?.value
  await letIn(page, front.url, FAN)
  const spent = await token()
  holds = true
  const second = await context.newPage()
  void second.goto(`${front.url}/account`).catch(() => null) // Closed while loading.
  await requested.promise
  await second.close()
  released.resolve()
  await expect.poll(token).not.toBe(spent)
})

it('shows a login error, keeps the input, and allows another try', { tags: 'full' }, async () => {
  await page.goto(`${siteUrl}/login`)
  await page.getByLabel('メールアドレス').fill(FAN)
  await page.getByLabel('パスワード', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: '正しくありません' }).waitFor()
  expect(await page.getByLabel('メールアドレス').inputValue()).toBe(FAN)
  await page.getByLabel('パスワード', { exact: true }).fill('password')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.waitForURL(`${siteUrl}/`)
})

it('logs out to the home page, shows the login links, and opens no members’ page any more', async () => {
  await letIn(page, siteUrl, FAN)
  await page.goto(siteUrl)
  const storedEvents = async () =>
    Object.values((await storedOn(page)).databases).flatMap(({ events = [] }) => events)
  await expect.poll(storedEvents).not.toEqual([])
  await page.getByRole('button', { name: 'アカウントメニュー' }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
  // The fan has a ticket for today, so that a logout asks for confirmation.
  await page.getByRole('alertdialog').getByRole('button', { name: 'ログアウトする' }).click()
  await page.getByRole('link', { name: '新規登録' }).first().waitFor()
  expect(path()).toBe('/')
  await page.goto(`${siteUrl}/account`)
  await page.waitForURL('**/login')
})

it('leads the next user after the login to the home page, not to the page of the logout', {
  tags: 'full',
}, async () => {
  await logIn(page, siteUrl, 'guest@example.com')
  await page.goto(`${siteUrl}/account`)
  await page.getByRole('main').getByRole('button', { name: 'ログアウト' }).click()
  await page.getByRole('link', { name: '新規登録' }).first().waitFor()
  expect(path()).toBe('/')
  await logIn(page, siteUrl, FAN)
  expect(path()).toBe('/')
})

it('requests one new token for twenty calls with an expired one (60)', {
  tags: 'full',
}, async () => {
  await logIn(page, siteUrl, FAN)
  let expired = 0
  let refreshed = 0
  await page.route('**/api/application/**', async (route) => {
    const url = route.request().url()
    if (url.endsWith('/refresh')) refreshed++
    const bearer = route.request().headers().authorization
    if (refreshed === 0 && bearer && !url.endsWith('/refresh')) {
      expired++
      await route.fulfill({ status: 401, json: { message: 'Token has expired' } })
    } else await route.continue()
  })
  await page.getByRole('link', { name: 'アカウント', exact: true }).click()
  await page.getByRole('link', { name: /お支払い履歴/ }).click()
  await heading('お支払い履歴').waitFor()
  await page.getByText('夜ふかし喫茶室').first().waitFor()
  expect(expired).toBeGreaterThan(0)
  expect(refreshed).toBe(1)
})

it('closes the account menu by Escape, an outside press, and a navigation', {
  tags: 'full',
}, async () => {
  await logIn(page, siteUrl, FAN)
  const button = page.getByRole('button', { name: 'アカウントメニュー' })
  const menu = page.getByRole('navigation', { name: 'アカウントメニュー' })
  await button.click()
  // A view transition delays the menu.
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await button.click()
  await menu.waitFor()
  await page.mouse.click(3, 3)
  await menu.waitFor({ state: 'detached' })
  await button.click()
  await menu.getByRole('link', { name: 'ヘルプ' }).click()
  await page.waitForURL('**/help')
  await menu.waitFor({ state: 'detached' })
})
