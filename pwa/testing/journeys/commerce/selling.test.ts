// @module-tag full
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  axeFinds,
  letIn,
  openContext,
  openPage,
  PHONE,
  SCREENS,
  sharedBrowser,
} from '../../browser.ts'
import { mailsTo } from '../../mails.ts'
import { type RunningServer, startServer } from '../../server.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PNG })

let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]
let sent: string[]

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), sharedBrowser()])
  givePassword(['akari', 'ayumu', 'asa'])
})
afterAll(() => server?.stop())

/** Most demo users have no password: sets the common one. */
function givePassword(owners: string[]) {
  const database = new Sqlite(join(server.dataDir, 'room.sqlite'))
  database
    .prepare(
      `update user set password_hash = (select password_hash from user where name = 'aoi')
       where name in (${owners.map(() => '?').join()})`,
    )
    .run(owners)
  database.close()
}

async function open(viewport: typeof PHONE) {
  context = await openContext(browser, { viewport })
  ;({ page, complaints } = await openPage(context))
  sent = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
}
const field = (name: string) => page.getByLabel(name, { exact: true })
const heading = (name: string | RegExp) => page.getByRole('heading', { name })

async function fill() {
  for (const [name, value] of [
    ['姓', '天野'],
    ['名', '灯'],
    ['セイ', 'あまの'],
    ['メイ', 'アカリ'],
    ['年', '1992'],
    ['月', '7'],
    ['日', '7'],
    ['郵便番号', '150-0001'],
    ['市区町村', '渋谷区'],
    ['町名・丁目', '神宮前1丁目'],
    ['番地', '2-3'],
    ['電話番号', '090-1234-5678'],
    ['連絡先のメールアドレス', 'akari-shop@example.jp'],
    ['登録番号', 'T7000012050002'],
  ])
    await field(name!)
      .or(page.getByLabel(new RegExp(`^${name}任意$`)))
      .first()
      .fill(value!)
  await page.getByLabel('都道府県').selectOption('東京都')
}

const owners = ['akari', 'ayumu']
it.each(SCREENS.map(([screen, viewport], n) => [screen, viewport, owners[n]!] as const))(
  'guides an owner through the seller’s application, on %s',
  async (_, viewport, owner) => {
    await open(viewport)
    await letIn(page, server.url, `${owner}@example.com`)
    await page.goto(`${server.url}/dashboard/monetization`)
    await heading('収益化の登録はありません').waitFor()
    expect(await axeFinds(page)).toEqual([])
    await page.getByRole('link', { name: '販売者の登録を始める' }).click()
    await heading('本人確認書類').waitFor()
    expect(await axeFinds(page)).toEqual([])

    // An empty form: the first required field shows its error, and nothing is sent to the provider.
    await page.getByRole('button', { name: '登録して次へ進む' }).click()
    await page.getByText('姓を入力してください').waitFor()
    await page.getByText('本人確認書類の画像を選んでください').waitFor()
    expect(await field('姓').evaluate((input) => input === document.activeElement)).toBe(true)

    // A company: its people are identified on the provider's page.
    await page.getByLabel('法人', { exact: true }).check({ force: true })
    await heading('代表者の氏名').waitFor()
    expect(await heading('本人確認書類').count()).toBe(0)
    await page.getByRole('button', { name: '登録して次へ進む' }).click()
    await page.getByText('法人名を入力してください').waitFor()
    expect(await axeFinds(page)).toEqual([])
    await page.getByLabel('個人', { exact: true }).check({ force: true })

    await fill()
    await page.getByLabel('表面').setInputFiles(picture('omote.png'))
    await page.getByText('表面を決済会社に送信しました').waitFor()
    await page.getByRole('button', { name: '画像を削除' }).click()
    await page.getByText('表面の画像を選ぶ').waitFor()
    await page.getByLabel('表面').setInputFiles(picture('omote2.png'))
    await page.getByText('表面を決済会社に送信しました').waitFor()
    await page.getByLabel(/^裏面/).setInputFiles(picture('ura.png'))
    await page.getByText('裏面を決済会社に送信しました').waitFor()
    await page.getByRole('button', { name: '登録して次へ進む' }).click()
    await page.getByText('販売者の規約への同意が必要です').waitFor()
    expect(await field('市区町村').inputValue()).toBe('渋谷区')
    expect(await axeFinds(page)).toEqual([])
    await page.getByRole('switch', { name: '販売者の規約に同意します' }).click()
    await page.getByRole('button', { name: '登録して次へ進む' }).click()

    await heading('追加の確認が必要です').waitFor()
    await page.getByText('売上を受け取る銀行口座を登録してください。').waitFor()
    expect(await axeFinds(page)).toEqual([])
    for (const outcome of ['一部を残して戻る', 'すべて届け出る']) {
      await page.getByRole('button', { name: '決済会社の画面で続ける' }).click()
      await heading('販売者の登録').waitFor()
      await page.getByRole('button', { name: outcome }).click()
      await page.waitForURL('**/dashboard/monetization**')
    }
    await heading('販売できます').waitFor()
    await page.getByText('次の振込日').waitFor()
    await page.getByText('受け付けます').waitFor()
    expect(await axeFinds(page)).toEqual([])

    expect(sent.filter((path) => path.endsWith('/files'))).toEqual(
      Array(3).fill('/sandbox/stripe/v1/files'),
    )
    await page.goto(`${server.url}/community/${owner}/seller`)
    await page.getByText('T7000012050002').waitFor()
    expect(await page.getByText(/090|神宮前/).count()).toBe(0)
    // Three expected refusals: empty fields of a person and of a company, and no consent.
    expect(complaints.filter((one) => !/422/.test(one))).toEqual([])
  },
)

it('keeps the input while the provider is unreachable, and uploads the picture again', async () => {
  await open(PHONE)
  await letIn(page, server.url, 'asa@example.com')
  await page.goto(`${server.url}/dashboard/confirm_monetization`)
  await fill()
  await page.route('**/v1/files', (route) => route.abort())
  await page.getByLabel('表面').setInputFiles(picture('omote.png'))
  await page.getByText('通信できませんでした').waitFor()
  await page.unroute('**/v1/files')
  await page.getByRole('button', { name: 'もう一度送信する' }).click()
  await page.getByText('表面を決済会社に送信しました').waitFor()
  await page.getByLabel('表面').setInputFiles({
    name: 'omote.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  })
  await page.getByText('画像を受け取れませんでした').waitFor()
  expect(await field('姓').inputValue()).toBe('天野')
})

it('shows the platform’s monthly invoice for printing', async () => {
  await open(PHONE)
  await letIn(page, server.url, 'owner@example.com')
  await page.goto(`${server.url}/dashboard/monetization`)
  await heading('手数料の請求書').waitFor()
  await page
    .locator('section', { has: heading('手数料の請求書') })
    .getByRole('button')
    .first()
    .click()
  const paper = page.frameLocator('iframe')
  await paper.getByRole('heading', { name: '請求書' }).waitFor()
  const table = paper.locator('table')
  await vi.waitFor(async () => {
    const style = await table.evaluate((element) => getComputedStyle(element).borderCollapse)
    expect(style).toBe('collapse')
  })
  await page.getByRole('button', { name: '印刷する' }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  expect(complaints).toEqual([])
})

it('lets anybody request a seller’s details, and the seller answer', async () => {
  await open(PHONE)
  await page.goto(`${server.url}/community/aoi/about`)
  await page.locator('#main').getByRole('link', { name: '特定商取引法に基づく表記' }).click()
  await page.getByRole('heading', { name: '特定商取引法に基づく表記', level: 1 }).waitFor()
  expect(await page.getByText('架空町').count()).toBe(0)
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('button', { name: /開示を請求する/ }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('お名前').fill('春野 はる')
  await form.getByLabel('メールアドレス').fill('asker@example.jp')
  await form.getByLabel('請求の理由').fill('購入を検討しているため')
  expect(await axeFinds(page)).toEqual([])
  await form.getByRole('button', { name: '開示を請求する' }).click()
  await form.getByText('受け付けました').waitFor()

  await context.close()
  await open(PHONE)
  await letIn(page, server.url, 'owner@example.com')
  await page.goto(`${server.url}/dashboard/monetization`)
  await page.getByText('購入を検討しているため').waitFor()
  await page.getByRole('button', { name: '開示する' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('asker@example.jp').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await dialog.getByRole('button', { name: '開示する' }).click()
  await page.getByText('開示済み').waitFor()
  const [mail] = await vi.waitFor(() => {
    const mails = mailsTo(server.dataDir, 'asker@example.jp')
    expect(mails).toHaveLength(1)
    return mails
  })
  expect(mail).toContain('東京都杉並区架空町1-1-1')
  expect(complaints).toEqual([])
})
