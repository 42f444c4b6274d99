import type { Page } from 'playwright-core'

/** Asks for the mailed link that begins a sign-up. */
export async function askSignUp(page: Page, email: string) {
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByRole('button', { name: '確認メールを送る' }).click()
  await page.getByRole('heading', { name: 'メールをご確認ください' }).waitFor()
}

/** Fills in the page of the mailed link, and accepts the terms. Without a name, the proposed handle stays. */
export async function fillSignUp(page: Page, { name }: { name?: string } = {}) {
  const handle = page.getByLabel('ユーザー名')
  await page.getByText(/は使えます$/).waitFor()
  await page.getByLabel('表示名').fill('冬野 ゆき')
  if (name) await handle.fill(name)
  await page.getByLabel('パスワード', { exact: true }).fill('hotaru-no-hikari-48')
  await page.getByRole('switch', { name: /利用規約/ }).click()
}

/** Opens the mailed link, fills in its page and submits; `end` is the page that opens then. */
export async function endSignUp(page: Page, link: string, name?: string, end = '**/completed') {
  await page.goto(link)
  await fillSignUp(page, { ...(name && { name }) })
  await page.getByRole('button', { name: '登録を完了する' }).click()
  await page.waitForURL(end)
}
