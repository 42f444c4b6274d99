import type { Page } from 'playwright-core'

export const CARDS = {
  good: '4242424242424242',
  /** A card that requires 3-D Secure for each payment. */
  challenged: '4000002760003184',
  declined: '4000000000000002',
  jcb: '3566002020360505',
}

/** Types a card into the fields of the card form. */
export async function typeCard(page: Page, number: string) {
  await page.getByLabel('カード番号').fill(number)
  await page.getByLabel('有効期限').fill('1239')
  await page.getByLabel('セキュリティコード').fill('123')
}

/** Fills in what a first payment asks for, as an adult. */
export async function giveBirthday(page: Page) {
  await page.getByLabel('年', { exact: true }).fill('1990')
  await page.getByLabel('月', { exact: true }).fill('4')
  await page.getByLabel('日', { exact: true }).fill('12')
  await page.getByText('どちらでもない').click()
}

/** Answers the bank's 3-D Secure window. */
export async function answerBank(page: Page, answer: '認証する' | '失敗させる') {
  await page.frameLocator('iframe').getByRole('button', { name: answer }).click()
}

/** Accepts the terms and presses the pay button. */
export async function pay(page: Page) {
  await page.getByRole('switch', { name: '利用規約（サービス条項）に同意する' }).click()
  await pressPay(page)
}
export const pressPay = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /この内容で/ })
    .click()

/** Waits until the open ticket is bound to this phone; before, a static code may show. */
export const isOwn = (page: Page) =>
  page.locator('#root').getByText('スクリーンショットでは入場できません').waitFor()
