import type { Page } from 'playwright-core'

interface NewPerson {
  name: string
  email: string
}

/** Opens the mailed link, sets a password and submits; `end` is the page that opens then. */
export async function endSignUp(page: Page, link: string, end = '**/completed') {
  await page.goto(link)
  await page.getByLabel('パスワード', { exact: true }).fill('hotaru-no-hikari-48')
  await page.getByRole('button', { name: '登録を完了する' }).click()
  await page.waitForURL(end)
}

/** Fills in the open sign-up form as an adult who accepts the terms. */
export async function fillSignUp(page: Page, { name, email }: NewPerson) {
  await page.getByLabel('表示名').fill('冬野 ゆき')
  await page.getByLabel('ユーザー名').fill(name)
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('年', { exact: true }).fill('1990')
  await page.getByLabel('月', { exact: true }).fill('4')
  await page.getByLabel('日', { exact: true }).fill('12')
  await page.getByText('どちらでもない').click()
  await page.getByRole('switch', { name: /利用規約/ }).click()
}
