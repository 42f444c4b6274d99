// @module-tag full
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PAUSED } from '#contract/site/switch-messages.ts'
import { axeFinds, DESKTOP, logIn, openContext, openPage, PHONE, SCREENS } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const own = ownSite()
const ADMIN = 'admin@example.com'
const SORA = 'guest@example.com'

/** Opens a page of the admin, with the password confirmed. */
async function openAdmin(path: string, viewport: BrowserContextOptions['viewport'] & object) {
  const opened = await openAs(own, ADMIN, path, viewport)
  await opened.page.getByLabel('パスワード').fill('password')
  await opened.page.getByRole('button', { name: '運営デスクを開く' }).click()
  return opened
}

async function openVisitor(path: string, viewport = PHONE) {
  const context = await openContext(own.browser, { viewport })
  const opened = await openPage(context)
  await opened.page.goto(own.server.url + path)
  return opened
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()

/** A toast, visible and announced to screen readers. */
const waitForText = (page: Page, text: string) => page.getByText(text).first().waitFor()

/** Enters the required reason and confirms. */
async function because(page: Page, button: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('理由').fill('定期の見直し')
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

it('publishes an article: draft, preview, visible to a visitor, withdrawn', async () => {
  const { page, complaints } = await openAdmin('/admin/news', DESKTOP)
  await page.getByRole('link', { name: 'お知らせを書く' }).click()
  await page.getByLabel('タイトル').fill('冬の夜の点検')
  await page.getByLabel('URL').fill('winter-check')
  await page.getByLabel('リード').fill('日曜の夜に、短い点検をします。')
  await page.getByLabel('本文').fill('## 時間\n\n**2時**から3時まで')
  const preview = page.getByRole('region', { name: 'プレビュー' })
  await preview.getByRole('heading', { name: '時間' }).waitFor()
  expect(await preview.locator('strong').textContent()).toBe('2時')
  expect(await axeFinds(page)).toEqual([])

  await page.reload()
  await page.getByText('保存していない入力の続きを表示しています。').waitFor()
  expect(await page.getByLabel('タイトル').inputValue()).toBe('冬の夜の点検')
  await press(page, '下書きを保存する')
  await page.waitForURL('**/admin/news/winter-check')
  const { page: visitor, complaints: visitorComplaints } = await openVisitor('/news')
  await visitor.getByRole('heading', { name: 'お知らせ', exact: true }).waitFor()
  expect(await visitor.getByText('冬の夜の点検').count()).toBe(0)

  await press(page, '公開する')
  await waitForText(page, '公開しました')
  await visitor.goto(`${own.server.url}/news/winter-check`)
  await visitor.getByRole('heading', { name: '冬の夜の点検' }).waitFor()
  expect(await visitor.locator('strong', { hasText: '2時' }).count()).toBe(1)
  expect(visitorComplaints).toEqual([])

  await press(page, '公開を取り消す')
  await page.getByRole('alertdialog').getByRole('button', { name: '公開を取り消す' }).click()
  await waitForText(page, '公開を取り消しました')
  // A server-rendered page is cached for a short time.
  const article = `${own.server.url}/news/winter-check`
  await expect.poll(async () => (await visitor.request.get(article)).status()).toBe(404)
  await visitor.goto(article)
  await visitor.waitForURL('**/404')
  expect(complaints).toEqual([])
})

it('prevents one operator from overwriting another’s save', async () => {
  const first = await openAdmin('/admin/news/offline-ticket', DESKTOP)
  const second = await openAdmin('/admin/news/offline-ticket', PHONE)
  for (const { page } of [first, second]) await page.getByLabel('タイトル').waitFor()
  await first.page.getByLabel('リード').fill('先に書いたリード')
  await press(first.page, '変更を保存する')
  await waitForText(first.page, '保存しました')
  await second.page.getByLabel('リード').fill('あとから書いたリード')
  await press(second.page, '変更を保存する')
  await second.page.getByText('ほかの担当者が先に保存しました').waitFor()
  expect(await second.page.getByLabel('リード').inputValue()).toBe('あとから書いたリード')
})

it('publishes new terms: a member sees them, keeps access to tickets, accepts and continues', async () => {
  const { page, complaints } = await openAdmin('/admin/texts/terms', PHONE)
  const body = page.getByLabel('本文', { exact: true })
  await body.fill(`${await body.inputValue()}\n\n## 冬の追記\n\n夜は静かに過ごします。`)
  await page.getByRole('switch', { name: /違いを表示/ }).click()
  await page.locator('ins', { hasText: '冬の追記' }).waitFor()
  await page.getByRole('switch', { name: '要再同意' }).click()
  await press(page, '下書きを保存する')
  await waitForText(page, '下書きを保存しました')
  expect(await axeFinds(page)).toEqual([])
  await press(page, /として公開する$/)
  await because(page, '公開する')
  await page.getByText('（要再同意）').waitFor()
  expect(complaints).toEqual([])

  const member = await openAs(own, SORA, '/account', PHONE)
  const sheet = member.page.getByRole('dialog', { name: '規約の改定' })
  await sheet.getByRole('button', { name: 'ログアウトする' }).click()
  await member.page.getByRole('link', { name: '新規登録' }).first().waitFor()
  await logIn(member.page, own.server.url, SORA)
  expect(member.page.url()).toBe(`${own.server.url}/`)
  await sheet.getByRole('heading', { name: '冬の追記' }).waitFor()
  expect(await axeFinds(member.page)).toEqual([])
  await sheet.getByRole('link', { name: 'お持ちのチケットを見る' }).click()
  await member.page.waitForURL('**/account/ticketbox')
  await sheet.waitFor({ state: 'detached' })
  await member.page.goto(`${own.server.url}/community/aoi`)
  await sheet.getByRole('button', { name: '同意して続ける' }).click()
  await waitForText(member.page, '同意しました')
  await sheet.waitFor({ state: 'detached' })
  await member.page.goto(`${own.server.url}/`)
  await member.page.getByRole('heading', { level: 2 }).first().waitFor()
  expect(await sheet.count()).toBe(0)
  expect(member.complaints).toEqual([])

  const { page: visitor } = await openVisitor('/terms', DESKTOP)
  await visitor.getByRole('heading', { name: '冬の追記' }).waitFor()
})

it.each(SCREENS)(
  'pauses and resumes sign-ups, from %s, with a notice to everybody',
  async (_, viewport) => {
    const { page, complaints } = await openAdmin('/admin/switches', viewport)
    const toggle = page.getByRole('switch', { name: '新規登録' })
    await toggle.click()
    await because(page, '休止する')
    await waitForText(page, '休止しました')
    expect(await toggle.getAttribute('aria-checked')).toBe('false')
    expect(await axeFinds(page)).toEqual([])
    await page.getByLabel('文章').fill('今夜2時から、短い点検をします')
    await press(page, 'バナーを表示する')

    const { page: visitor, complaints: visitorComplaints } = await openVisitor('/signup', viewport)
    await visitor.getByText(PAUSED.sign_up).waitFor()
    await visitor.getByText('今夜2時から、短い点検をします').waitFor()
    expect(await visitor.getByLabel('メールアドレス').count()).toBe(0)
    expect(await axeFinds(visitor)).toEqual([])

    await toggle.click()
    await because(page, '再開する')
    await page.getByLabel('文章').fill('')
    await press(page, 'バナーを消す')
    await waitForText(page, 'お知らせバナーを消しました')
    await visitor.reload()
    await visitor.getByLabel('メールアドレス').waitFor()
    expect(await visitor.getByText('今夜2時から').count()).toBe(0)
    expect(visitorComplaints).toEqual([])
    expect(complaints).toEqual([])
  },
)
