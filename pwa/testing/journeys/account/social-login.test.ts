// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, expect, it, vi } from 'vitest'
import { startOpenId } from '#server/testing/social/openid.ts'
import { startOpenIdProviders } from '#server/testing/social/services.ts'
import { axeFinds, DESKTOP, openContext, openPage, PHONE } from '../../browser.ts'
import { linksTo } from '../../mails.ts'
import { ownSite } from '../../own-site.ts'

const HARU = { id: 'x-haru', name: '夜ふかしのハル' }
const PASSWORD = 'password'
const openid = await startOpenId(() => own.server.url)
const services = await startOpenIdProviders([HARU])
const own = ownSite({ ...services.env, ...openid.env })
afterAll(() => Promise.all([openid.close(), services.close()]))

async function openBrowserOf(viewport = PHONE) {
  const context = await openContext(own.browser, { viewport })
  // The provider's page loads a web font.
  await context.route('https://fonts.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  )
  const opened = await openPage(context)
  return opened
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const at = (page: Page, path: string) => page.waitForURL(own.server.url + path)

/** Logs in and consents at the OpenID provider. */
async function agreeAtOpenId(page: Page, name: string) {
  await page.getByPlaceholder('Enter any login').fill(name)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

it('signs up with an OpenID provider, and returns to the requested page at the next login', async () => {
  const { page, complaints } = await openBrowserOf()
  await page.goto(`${own.server.url}/login`)
  await page.getByRole('link', { name: 'LINEでログイン' }).click()
  await agreeAtOpenId(page, 'natsume')
  await heading(page, 'LINEで新規登録').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await page.getByLabel('メールアドレス').inputValue()).toBe('natsume@openid.test')
  expect(await page.getByLabel('表示名').inputValue()).toBe('natsumeさん')
  expect(await page.getByLabel('パスワード').count()).toBe(0)
  expect(await axeFinds(page)).toEqual([])
  await page.reload()
  await page.getByLabel('ユーザー名').fill('natsume')
  await page.getByRole('switch', { name: /利用規約/ }).click()
  await page.getByRole('button', { name: '確認メールを送る' }).click()
  await heading(page, 'メールをご確認ください').waitFor()
  const link = await vi.waitFor(() => {
    const [found] = linksTo(own.server.dataDir, 'natsume@openid.test', '/verify_mail')
    expect(found).toBeDefined()
    return found!
  })
  await page.goto(link)
  await page.getByRole('button', { name: '登録を完了する' }).click()
  await heading(page, 'natsumeさん、ようこそ').waitFor()

  const laptop = await openBrowserOf(DESKTOP)
  await laptop.page.goto(`${own.server.url}/account/ticketbox`)
  await at(laptop.page, '/login')
  await laptop.page.getByRole('link', { name: 'LINEでログイン' }).click()
  await agreeAtOpenId(laptop.page, 'natsume')
  await at(laptop.page, '/account/ticketbox')
  expect([...complaints, ...laptop.complaints]).toEqual([])
})

it('links an account after its password, logs in with X, and unlinks it', async () => {
  const { page, complaints } = await openBrowserOf(DESKTOP)
  await page.goto(`${own.server.url}/login`)
  await page.getByRole('link', { name: 'Xでログイン' }).click()
  await page.getByRole('button', { name: '許可しない' }).click()
  await heading(page, 'ログインできませんでした').waitFor()
  await page.getByText('Xでの許可が得られませんでした').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('link', { name: 'ログインへ' }).click()

  await page.getByRole('link', { name: 'Xでログイン' }).click()
  await page.getByRole('button', { name: HARU.name }).click()
  await heading(page, 'Xで新規登録').waitFor()
  await page.getByRole('button', { name: '登録済みの方はこちら' }).click()
  await heading(page, 'Xでログイン').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.getByLabel('メールアドレス').fill('fan@example.com')
  await page.getByLabel('パスワード', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'ログインして連携する' }).click()
  await at(page, '/')

  const laptop = await openBrowserOf(DESKTOP)
  await laptop.page.goto(`${own.server.url}/account/setting/account_config`)
  await at(laptop.page, '/login')
  await laptop.page.getByRole('link', { name: 'Xでログイン' }).click()
  await laptop.page.getByRole('button', { name: HARU.name }).click()
  await at(laptop.page, '/account/setting/account_config')
  await settings(laptop.page)
  expect([...complaints, ...laptop.complaints]).toEqual([])
})

/** Unlinks and links again. */
async function settings(page: Page) {
  await page.getByRole('button', { name: 'Xとの連携を解除する' }).click()
  await page.getByLabel('いまのパスワード').fill(PASSWORD)
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('button', { name: '連携を解除する', exact: true }).click()
  await page.getByRole('button', { name: 'Xと連携する' }).click()
  await page.getByLabel('いまのパスワード').fill(PASSWORD)
  await page.getByRole('button', { name: 'Xへ進む' }).click()
  await page.getByRole('button', { name: HARU.name }).click()
  await at(page, '/account/setting/account_config')
  await page.getByRole('button', { name: 'Xとの連携を解除する' }).waitFor()
}

it.each(['javascript:alert(1)', '//evil.example', '/\\evil.example'])(
  'never redirects to %s from the callback’s parameters (65)',
  async (evil) => {
    const { page } = await openBrowserOf()
    const query = new URLSearchParams({ redirect: evil, next: evil, code: 'x', state: 'x' })
    await page.goto(`${own.server.url}/callback?${query}`)
    await heading(page, 'ログインできませんでした').waitFor()
    expect(page.url()).toBe(`${own.server.url}/callback`)
    await page.getByRole('link', { name: 'ログインへ' }).click()
    await at(page, '/login')
  },
)
