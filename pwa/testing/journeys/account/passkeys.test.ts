// @module-tag full
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PASSWORD_WRONG } from '#contract/auth/messages.ts'
import { unzip } from '#server/testing/unzip.ts'
import { giveAuthenticator } from '../../authenticator.ts'
import { axeFinds, DESKTOP } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const own = ownSite()
const FAN = 'fan@example.com'

it('adds a passkey after the password, logs in with it alone, and deletes it', async () => {
  const { page, complaints } = await openAs(own, FAN, '/account/setting/password')
  const phone = await giveAuthenticator(page)
  await page.getByRole('button', { name: 'パスキーを追加する' }).click()
  const sheet = page.getByRole('dialog')
  expect(await axeFinds(page)).toEqual([])
  await sheet.getByLabel('パスワード', { exact: true }).fill('not this one')
  await sheet.getByLabel('パスキーの名前').fill('春の電話')
  await sheet.getByRole('button', { name: '次へ' }).click()
  await sheet.getByText(PASSWORD_WRONG).waitFor()
  complaints.length = 0 // The browser logs the expected refusal.
  await sheet.getByLabel('パスワード', { exact: true }).fill('password')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('パスキーを追加しました').waitFor()
  await page.getByText('春の電話', { exact: true }).waitFor()
  await page.getByText('まだ使われていません').waitFor()
  expect(await axeFinds(page)).toEqual([])

  // A device has one passkey per account.
  await page.getByRole('button', { name: 'パスキーを追加する' }).click()
  await sheet.getByLabel('パスワード', { exact: true }).fill('password')
  await sheet.getByRole('button', { name: '次へ' }).click()
  await sheet.getByText('この端末のパスキーは、すでに登録されています。').waitFor()
  await sheet.getByRole('button', { name: '閉じる' }).click()

  // Conditional UI (autofill) waits for the user's finger.
  await phone.answers(false)
  await page.context().clearCookies()
  await page.goto(`${own.server.url}/login`)
  const way = page.getByRole('button', { name: 'パスキーでログイン' })
  await way.waitFor()
  expect(await axeFinds(page)).toEqual([])
  await phone.answers(true)
  await way.click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(`${own.server.url}/account/setting/password`)
  await page.getByText('春の電話', { exact: true }).waitFor()
  await page.getByText('まだ使われていません').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: '春の電話を削除' }).click()
  expect(await axeFinds(page)).toEqual([])
  await sheet.getByLabel('いまのパスワード').fill('password')
  await sheet.getByRole('button', { name: '削除する' }).click()
  await page.getByRole('status').getByText('パスキーを削除しました').waitFor()
  await page.getByText('春の電話', { exact: true }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

it('shows that there is no passkey, and the password still logs in', async () => {
  const { page } = await openAs(own, FAN, '/account', DESKTOP)
  await page.context().clearCookies()
  await page.goto(`${own.server.url}/login?search=`)
  const phone = await giveAuthenticator(page)
  await phone.verifies(false)
  await page.getByRole('button', { name: 'パスキーでログイン' }).click()
  await page.getByLabel('メールアドレス').fill(FAN)
  await page.getByLabel('パスワード', { exact: true }).fill('password')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
})

it('exports all personal data as one file, at any time and before leaving the service', async () => {
  const { page, complaints } = await openAs(own, FAN, '/account/unsubscribe')
  const save = async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'データをダウンロードする' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^Roomのデータ_\d{4}-\d\d-\d\d\.zip$/)
    return unzip(readFileSync(await file.path()))
  }
  const files = await save()
  expect(JSON.parse(files['プロフィール.json']!)).toMatchObject({ name: 'haru', email: FAN })
  expect(Object.keys(files).some((name) => name.startsWith('領収書/'))).toBe(true)
  expect(await axeFinds(page)).toEqual([])
  await page.goto(`${own.server.url}/account/setting/account_config`)
  expect(JSON.parse((await save())['プロフィール.json']!)).toMatchObject({ name: 'haru' })
  expect(await axeFinds(page)).toEqual([])
  expect(complaints).toEqual([])
})
