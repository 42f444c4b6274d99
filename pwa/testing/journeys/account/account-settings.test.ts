// @module-tag full
import { expect, it, vi } from 'vitest'
import { PASSWORD_WRONG } from '#contract/auth/messages.ts'
import { axeFinds, DESKTOP, openContext, PHONE } from '../../browser.ts'
import { linksTo } from '../../mails.ts'
import { openAs, ownSite } from '../../own-site.ts'

const own = ownSite()
const SORA = 'guest@example.com'
const MOVED = 'sora-new@example.jp'
const PASSWORD = 'password'
const NEW = 'kawaranai-yoru-77'

it('changes the email address by the mailed link, opened in any browser', async () => {
  const { page, complaints } = await openAs(own, SORA, '/account/setting/email')
  await page.getByText(SORA).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.getByLabel('新しいメールアドレス').fill(MOVED)
  await page.getByLabel('いまのパスワード').fill('not this one')
  await page.getByRole('button', { name: '確認のメールを送る' }).click()
  await page.getByText(PASSWORD_WRONG).waitFor()
  const password = page.getByLabel('いまのパスワード')
  expect(await password.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await page.getByLabel('新しいメールアドレス').inputValue()).toBe(MOVED)
  complaints.length = 0 // The browser logs the expected refusal.

  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText(/新しいメールアドレスに確認のメールを送りました/).waitFor()
  expect(await axeFinds(page)).toEqual([])
  expect(await password.inputValue()).toBe('')
  const link = await vi.waitFor(() => {
    const [found] = linksTo(own.server.dataDir, MOVED, '/verify_mail')
    expect(found).toBeDefined()
    return found!
  })

  const otherContext = await openContext(own.browser, { viewport: DESKTOP })
  const reader = await otherContext.newPage()
  await reader.goto(link)
  await reader.getByRole('button', { name: 'このアドレスに変更する' }).click()
  await reader.getByRole('heading', { name: 'メールアドレスを変更しました' }).waitFor()
  await reader.getByRole('link', { name: 'ログインへ' }).click()
  await reader.getByLabel('メールアドレス').fill(MOVED)
  await reader.getByLabel('パスワード', { exact: true }).fill(PASSWORD)
  await reader.getByRole('button', { name: 'ログイン', exact: true }).click()
  await reader.waitForURL(`${own.server.url}/`)
  await otherContext.close()

  await page.reload()
  await page.getByText(MOVED).waitFor()
  await page.goto(link)
  await page.getByRole('heading', { name: 'リンクを確認できませんでした' }).waitFor()
  await page.getByRole('link', { name: '新しいリンクを受け取る' }).click()
  await page.waitForURL('**/account/setting/email')
})

it('changes the password, and logs every other device out', async () => {
  const fan = 'fan@example.com'
  const laptop = await openAs(own, fan, '/account', DESKTOP)
  const { page, complaints } = await openAs(own, fan, '/account/setting/password', PHONE)
  await page.getByLabel('いまのパスワード').fill(PASSWORD)
  await page.getByLabel('新しいパスワード').fill(NEW)
  await page.getByRole('button', { name: '変更する', exact: true }).click()
  await page.getByText('パスワードを変更しました').first().waitFor()
  await page.getByText('この端末').first().waitFor()
  await page.getByRole('button', { name: 'ログアウト' }).waitFor({ state: 'detached' })
  expect(await axeFinds(page)).toEqual([])
  expect(complaints).toEqual([])

  await laptop.page.goto(`${own.server.url}/account/setting/password`)
  await laptop.page.waitForURL('**/login')
  await laptop.page.getByLabel('メールアドレス').fill(fan)
  await laptop.page.getByLabel('パスワード', { exact: true }).fill(NEW)
  await laptop.page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await laptop.page.waitForURL('**/account/setting/password')
})
