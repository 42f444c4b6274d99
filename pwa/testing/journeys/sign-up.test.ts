import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { axeFinds, openBrowser, openPage, PHONE } from '../browser.ts'
import { linksTo } from '../mails.ts'
import { type RunningServer, startServer } from '../server.ts'

const MAIL = 'yuki@example.jp'
let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
})
afterAll(() => Promise.all([server.stop(), browser.close()]))
beforeEach(async () => {
  context = await browser.newContext({ viewport: PHONE, locale: 'ja-JP', serviceWorkers: 'block' })
  ;({ page, complaints } = await openPage(context))
})
afterEach(() => context.close())

const mailedLink = (path: string) =>
  vi.waitFor(() => {
    const links = linksTo(server.dataDir, MAIL, path)
    expect(links).toHaveLength(1)
    return links[0]!
  }, 30_000)
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

async function fill(name: string) {
  await page.goto(`${server.url}/signup`)
  await page.getByLabel('表示名').fill('冬野 ゆき')
  await page.getByLabel('ユーザー名').fill(name)
  await page.getByLabel('メールアドレス').fill(MAIL)
  await page.getByLabel('パスワード', { exact: true }).fill('hotaru-no-hikari-48')
  await page.getByLabel('年', { exact: true }).fill('1990')
  await page.getByLabel('月', { exact: true }).fill('4')
  await page.getByLabel('日', { exact: true }).fill('12')
  await page.getByText('どちらでもない').click()
  await page.getByRole('switch', { name: /利用規約/ }).click()
}

it('tells at which field a sign-up fails, keeps what was typed, and leads there', async () => {
  await fill('aoi')
  await page.getByRole('button', { name: '確認メールを送る' }).click()
  await page.getByText('このユーザー名は使えません').waitFor()
  const name = page.getByLabel('ユーザー名')
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByLabel('表示名').inputValue()).toBe('冬野 ゆき')
  expect(await axeFinds(page)).toEqual([])
})

it('leads from the form through the mailed link to the first look at rooms, logged in', async () => {
  await fill('yuki_f')
  await page.getByRole('button', { name: '確認メールを送る' }).click()
  await heading('メールをご確認ください').waitFor()
  const link = await mailedLink('/verify_mail')
  await page.goto(link)
  await page.waitForURL('**/completed')
  await heading('冬野 ゆきさん、ようこそ').waitFor()
  expect(complaints).toEqual([])
  await page.goto(link)
  await heading('リンクを確認できませんでした').waitFor()
})

it('gives a new password by mail, and no other use of the same link', async () => {
  await page.goto(`${server.url}/reset_password`)
  await page.getByLabel('メールアドレス').fill(MAIL)
  await page.getByRole('button', { name: 'リンクを送る' }).click()
  await heading('メールをご確認ください').waitFor()
  const link = await mailedLink('/pre_password_config')
  await page.goto(link)
  await heading('新しいパスワード').waitFor()
  await page.getByLabel('新しいパスワード', { exact: true }).fill('kawaranai-yoru-77')
  await page.getByLabel('新しいパスワード（確認）').fill('kawaranai-yoru-77')
  await page.getByRole('button', { name: 'パスワードを変更する' }).click()
  await page.waitForURL('**/login')
  await page.getByLabel('メールアドレス').fill(MAIL)
  await page.getByLabel('パスワード', { exact: true }).fill('kawaranai-yoru-77')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.waitForURL(`${server.url}/`)
  expect(complaints).toEqual([])
})
