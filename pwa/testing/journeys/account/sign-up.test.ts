import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { axeFinds, openContext, openPage, PHONE, sharedBrowser } from '../../browser.ts'
import { linksTo } from '../../mails.ts'
import { type RunningServer, startServer } from '../../server.ts'
import { askSignUp, endSignUp, fillSignUp } from '../../signing-up.ts'

const MAIL = 'yuki@example.jp'
/** Of a user that the demo has. */
const KNOWN = 'guest@example.com'
let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), sharedBrowser()])
})
afterAll(() => server?.stop())
beforeEach(async () => {
  context = await openContext(browser, { viewport: PHONE })
  ;({ page, complaints } = await openPage(context))
})

const mailedLinks = (email: string, path: string, count: number) =>
  vi.waitFor(() => {
    const links = linksTo(server.dataDir, email, path)
    expect(links).toHaveLength(count)
    return links
  })
const mailedLink = async (email: string, path: string) => (await mailedLinks(email, path, 1))[0]!
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

async function ask(email = MAIL) {
  await page.goto(`${server.url}/signup`)
  await askSignUp(page, email)
}

it('asks for an address first, then for the name, and says while it is typed if it can be had', {
  tags: 'full',
}, async () => {
  await ask()
  const link = await mailedLink(MAIL, '/verify_mail')
  // Mail scanners open links, too, and run their scripts.
  const scanner = await (await browser.newContext({ locale: 'ja-JP' })).newPage()
  await scanner.goto(link)
  await scanner.getByRole('button', { name: '登録を完了する' }).waitFor()
  await scanner.context().close()
  await page.goto(link)
  const name = page.getByLabel('ユーザー名')
  await page.getByText(/は使えます$/).waitFor()
  const proposed = await name.inputValue()
  expect(proposed).toMatch(/^[a-z]+\d{4}$/)
  await name.fill('aoi')
  await page.getByText('このユーザー名は使えません').waitFor()
  await name.fill('yuki_f')
  await page.getByText('「yuki_f」は使えます').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.getByLabel('表示名').fill('冬野 ゆき')
  await page.reload()
  expect(await page.getByLabel('表示名').inputValue()).toBe('冬野 ゆき')
  expect(await name.inputValue()).toBe('yuki_f')
})

it('shows which field of a sign-up is invalid, keeps the input, and completes it to the first rooms', {
  tags: 'full',
}, async () => {
  const link = await mailedLink(MAIL, '/verify_mail')
  await page.goto(link)
  await fillSignUp(page, { name: 'aoi' })
  await page.getByRole('button', { name: '登録を完了する' }).click()
  const name = page.getByLabel('ユーザー名')
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByText('このユーザー名は使えません').waitFor()
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByLabel('表示名').inputValue()).toBe('冬野 ゆき')
  await name.fill('yuki_f')
  await page.getByRole('button', { name: '登録を完了する' }).click()
  await page.waitForURL('**/completed')
  await heading('冬野 ゆきさん、ようこそ').waitFor()
  await page.goto(link)
  await heading('リンクを確認できませんでした').waitFor()
})

async function askForPassword() {
  await page.goto(`${server.url}/reset_password`)
  await page.getByLabel('メールアドレス').fill(KNOWN)
  await page.getByRole('button', { name: 'リンクを送る' }).click()
  await heading('メールをご確認ください').waitFor()
}
/** Sets the password, up to the login page. */
async function setPassword(link: string, password: string) {
  await page.goto(link)
  await page.getByRole('button', { name: '再設定に進む' }).click()
  await heading('新しいパスワード').waitFor()
  await page.getByLabel('新しいパスワード', { exact: true }).fill(password)
  await page.getByLabel('新しいパスワード（確認）').fill(password)
  await page.getByRole('button', { name: 'パスワードを変更する' }).click()
  await page.waitForURL('**/login')
}
async function enter(password: string, onto = '/') {
  // Input is lost during a view transition.
  await page.waitForFunction(() => !document.activeViewTransition)
  await page.getByLabel('メールアドレス').fill(KNOWN)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.waitForURL(server.url + onto)
}

it('resets a password by mail, accepts each link once, and shows all that can log in', async () => {
  await askForPassword()
  await setPassword(await mailedLink(KNOWN, '/pre_password_config'), 'kawaranai-yoru-77')
  await enter('kawaranai-yoru-77', '/account/setting/password?reset')
  await heading('ログイン方法の確認').waitFor()
  for (const name of ['パスキー', 'ログインしている端末'])
    await page.getByRole('heading', { name }).waitFor()
  expect(complaints).toEqual([])
})

it('leads a logged-in user to the login after a password reset, which ended all sessions', {
  tags: 'full',
}, async () => {
  await askForPassword()
  const [, link] = await mailedLinks(KNOWN, '/pre_password_config', 2)
  await page.goto(`${server.url}/login`)
  await enter('kawaranai-yoru-77')
  await setPassword(link!, 'kawaranai-yoru-78')
  await enter('kawaranai-yoru-78', '/account/setting/password?reset')
})

it('resends the mail on request, and prefills the email address until the logout', {
  tags: 'full',
}, async () => {
  const email = 'natsu@example.jp'
  const address = page.getByLabel('メールアドレス')
  await ask(email)
  await mailedLinks(email, '/verify_mail', 1)
  await page.getByRole('button', { name: 'メールをもう一度送る' }).click()
  await page.getByRole('status').getByText('もう一度送りました').waitFor()
  expect(await axeFinds(page)).toEqual([])
  const links = await mailedLinks(email, '/verify_mail', 2)
  await page.getByRole('link', { name: 'ログインへ' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => address.inputValue()).toBe(email)
  await page.reload()
  await expect.poll(() => address.inputValue()).toBe(email)
  await page.getByRole('link', { name: 'パスワードを忘れたとき' }).click()
  await page.waitForURL('**/reset_password')
  await expect.poll(() => address.inputValue()).toBe(email)

  await endSignUp(page, links[1]!, 'natsu_s')
  await page.goto(`${server.url}/account`)
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await page.waitForURL(`${server.url}/`)
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain(email)
  await page.goto(`${server.url}/login`)
  await page.getByRole('button', { name: 'ログイン', exact: true }).waitFor()
  expect(await address.inputValue()).toBe('')
  expect(complaints).toEqual([])
})
