// @module-tag full
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { axeFinds, DESKTOP, PHONE } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const PICTURE = join(import.meta.dirname, '../../../../public/og.png')
const open = (email: string, path: string, viewport = PHONE) => openAs(site, email, path, viewport)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const field = (page: Page, name: string) => page.getByLabel(name).first()
const waitForStatus = (page: Page, text: string) =>
  page.getByRole('status').getByText(text).waitFor()
const menu = (page: Page) => page.getByRole('navigation', { name: 'オーナーページのメニュー' })
/** Leaves out the expected 409 and 422 refusals. */
const unexpected = (complaints: string[]) => complaints.filter((one) => !/409|422/.test(one))
/** Waits until a picture of the server is loaded. */
const drawn = (page: Page, selector: string) =>
  expect
    .poll(() =>
      page
        .locator(selector)
        .first()
        .evaluate((shown: HTMLImageElement) => shown.naturalWidth),
    )
    .toBeGreaterThan(0)

it('guides a user without a room from an empty page to their own room, and lets them edit it', async () => {
  const { page, complaints } = await open('guest@example.com', '/dashboard')
  await page.getByRole('heading', { name: '受け取れる金額の例' }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await press(page, 'ルームを開く')
  const form = page.getByRole('dialog', { name: 'ルームを開く' })
  await form.waitFor()
  expect(await axeFinds(page)).toEqual([])
  await form.getByRole('button', { name: 'ルームを開く' }).click()
  await page.getByText('ルーム名を入力してください').first().waitFor()
  const isNameFocused = () =>
    field(page, 'ルーム名').evaluate((input) => input === document.activeElement)
  expect(await isNameFocused()).toBe(true)

  await field(page, 'ルーム名').fill('あさの台所')
  await field(page, '説明').fill('朝ごはんの話をするルームです。\n\n毎朝、七時に。')
  await field(page, '参加費').fill('980')
  await form.getByText('¥98（10%）', { exact: false }).waitFor()
  await form.getByRole('link', { name: '収益化について' }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  // A priced room needs a seller account at the provider.
  await form.getByRole('button', { name: 'ルームを開く' }).click()
  await form
    .getByText('参加費をいただくには、収益化の登録が必要です。登録が済むまで')
    .first()
    .waitFor()
  await field(page, '参加費').fill('0')

  for (const [name, url] of [
    ['作品集', 'https://example.com/works'],
    ['お店', 'example'],
  ] as const) {
    await press(page, 'リンクを追加する')
    const row = form.getByRole('listitem').last()
    await row.getByLabel(/の名前/).fill(name)
    await row.getByLabel(/のURL/).fill(url)
  }
  await form.locator('input[type=file]').first().setInputFiles(PICTURE)
  await form.locator('input[type=file]').last().setInputFiles(PICTURE)
  await expect.poll(() => form.getByRole('img', { name: '選んだ画像' }).count()).toBe(2)
  await form.getByRole('button', { name: 'ルームを開く' }).click()
  await form.getByText('2つ目のリンクのURLは').first().waitFor()
  await form.getByLabel('リンク2のURL').fill('https://example.com/shop')
  await press(page, 'リンク2を上へ')
  expect(await form.getByLabel('リンク1の名前').inputValue()).toBe('お店')

  // The input survives a reload.
  await page.reload()
  await press(page, 'ルームを開く')
  await page.getByText('保存していない入力の続き').waitFor()
  expect(await field(page, 'ルーム名').inputValue()).toBe('あさの台所')
  expect(await page.getByLabel('リンク1の名前').inputValue()).toBe('お店')
  await expect.poll(() => form.getByRole('img', { name: '選んだ画像' }).count()).toBe(2)
  await form.getByRole('button', { name: 'ルームを開く' }).click()

  // The first hour: each step opens its form over the page.
  await page.waitForURL('**/dashboard')
  await page.getByText('1 / 4', { exact: true }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  for (const [step, name] of [
    [/最初のスレッドを書く/, '新しいスレッド'],
    [/最初のイベントを作る/, 'イベントを作成'],
    [/ルームを知らせる/, 'ルームを友だちに教える'],
  ] as const) {
    await page.getByRole('button', { name: step }).press('Enter')
    const opened = page.getByRole('dialog', { name })
    await opened.getByRole('button', { name: '閉じる' }).click()
    await opened.waitFor({ state: 'detached' })
  }
  await menu(page).getByRole('link', { name: 'マイルーム' }).click()
  await page.getByRole('link', { name: 'ルームを見る' }).click()
  await page.waitForURL('**/community/*')
  await page.getByRole('heading', { name: 'あさの台所' }).waitFor()
  await drawn(page, 'header img')
  const { pathname } = new URL(page.url())

  await page.getByRole('link', { name: '編集' }).click()
  await page.waitForURL('**/setting')
  const title = field(page, 'ルーム名')
  await title.fill('よるの台所')
  await page.getByLabel('リンク1の名前').fill('小さなお店')
  expect(await axeFinds(page)).toEqual([])
  await page.reload()
  await page.getByText('保存していない入力の続き').waitFor()
  expect(await title.inputValue()).toBe('よるの台所')
  await press(page, 'リンク2を外す')
  await press(page, '変更を保存する')
  await page.waitForURL(`**${pathname}`)
  await page.getByRole('heading', { name: 'よるの台所' }).waitFor()
  await page.goto(`${site.server.url}/dashboard/myroom`)
  await page.getByText('小さなお店').first().waitFor()
  expect(await page.getByText('作品集').count()).toBe(0)
  expect(unexpected(complaints)).toEqual([])
})

it('shows the owner that a new price applies only to new members', async () => {
  const { page } = await open('owner@example.com', '/community/aoi/setting', DESKTOP)
  const fee = field(page, '参加費')
  const before = await fee.inputValue()
  await fee.fill('1200')
  await page.getByText(/いまのメンバー[\d,]+人の参加費は、これまでと変わりません/).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await press(page, '入力内容を破棄')
  await page.getByRole('alertdialog').getByRole('button', { name: '破棄する' }).click()
  await expect.poll(() => fee.inputValue()).toBe(before)
})

it('shows a member their membership, and no editor', async () => {
  const { page } = await open('fan@example.com', '/community/aoi/setting')
  await page.getByRole('heading', { name: '参加の内容' }).waitFor()
  expect(await page.getByLabel('ルーム名').count()).toBe(0)
})

it('adds staff by @name, shows errors beside the field, and asks before removing them', async () => {
  const { page, complaints } = await open('owner@example.com', '/dashboard/myroom')
  await press(page, 'スタッフを追加する')
  const sheet = page.getByRole('dialog', { name: 'スタッフを追加' })
  await sheet.getByLabel('ユーザー名').fill('@nobody_here')
  await sheet.getByRole('button', { name: '追加する' }).click()
  await sheet.getByText('このユーザー名の人は見つかりませんでした').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await sheet.getByLabel('ユーザー名').fill('@haru')
  await sheet.getByText('受付', { exact: true }).click()
  await sheet.getByRole('button', { name: '追加する' }).click()
  await sheet.waitFor({ state: 'detached' })
  const row = page.getByRole('listitem').filter({ hasText: '@haru' }).filter({ hasText: '受付' })
  await row.waitFor()
  await row.getByRole('button').click()
  const question = page.getByRole('alertdialog')
  await question.getByText('スタッフから外しますか？').waitFor()
  await question.getByRole('button', { name: 'キャンセル' }).click()
  await row.getByRole('button').click()
  await question.getByRole('button', { name: '外す', exact: true }).click()
  await question.waitFor({ state: 'detached' })
  await row.waitFor({ state: 'detached' })
  expect(unexpected(complaints)).toEqual([])
})

it('adds a stamp with its picture, moves it to the front, and removes it', async () => {
  const { page, complaints } = await open('owner@example.com', '/dashboard/myroom')
  const tile = page.getByRole('button', { name: '花火', exact: true })
  await press(page, 'スタンプを追加する')
  const form = page.getByRole('dialog', { name: 'スタンプを追加' })
  await form.getByRole('button', { name: '追加する' }).click()
  await form.getByText('スタンプの画像を選んでください').waitFor()
  await form.locator('input[type=file]').setInputFiles(PICTURE)
  await form.getByLabel('名前').fill('花火')
  expect(await axeFinds(page)).toEqual([])
  await form.getByRole('button', { name: '追加する' }).click()
  await waitForStatus(page, 'スタンプ「花火」を追加しました')
  await drawn(page, 'button:has-text("花火") img')
  await tile.click()
  const sheet = page.getByRole('dialog', { name: '花火' })
  expect(await axeFinds(page)).toEqual([])
  for (const place of [3, 2, 1]) {
    await sheet.getByRole('button', { name: '前へ' }).click()
    await sheet.getByText(`4個中${place}番目`).waitFor()
  }
  await sheet.getByRole('button', { name: 'スタンプを削除する' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click()
  await tile.waitFor({ state: 'detached' })
  expect(unexpected(complaints)).toEqual([])
})

it('exports all members as CSV for the owner', async () => {
  const { page } = await open('owner@example.com', '/dashboard/room_member', DESKTOP)
  const download = page.waitForEvent('download')
  await press(page, 'CSVをダウンロードする')
  const file = await download
  expect(file.suggestedFilename()).toBe('夜ふかし喫茶室.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines.length).toBeGreaterThan(2)
})

it('shows the QR code of the user’s own room, which can be scanned, copied, saved and shared', async () => {
  const { page, context, complaints } = await open('owner@example.com', '/aoi')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const logged: string[] = []
  page.on('console', (line) => logged.push(line.text()))
  await press(page, 'QRコード')
  const sheet = page.getByRole('dialog', { name: 'ルームを友だちに教える' })
  const svg = sheet.locator('svg[width="260"][height="260"]')
  await svg.waitFor()
  await svg.locator('image').waitFor({ state: 'attached' })
  // Unscaled: scaling by a pixel would show lines between the modules.
  expect(await svg.boundingBox()).toMatchObject({ width: 260, height: 260 })
  const url = `${site.server.url}/aoi`
  const shown = sheet.getByLabel('ルームのURL')
  expect(await shown.inputValue()).toBe(url)
  expect(await shown.getAttribute('readonly')).not.toBeNull()
  await sheet.getByText('@aoi', { exact: true }).waitFor()
  expect(await axeFinds(page)).toEqual([])

  await sheet.getByRole('button', { name: 'URLをコピー' }).click()
  await waitForStatus(page, 'URLをコピーしました')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)

  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'QRを保存' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('MyRoom_Qr.png')
  const picture = new Uint8Array(await readFile(await file.path()))
  prepareZXingModule({
    overrides: { wasmBinary: await zxing() },
  })
  const [code] = await readBarcodes(picture, { tryHarder: true })
  expect(code?.text).toBe(url)

  await sheet.getByRole('button', { name: '共有する' }).click()
  await expect.poll(() => logged).toContain(url)
  const sharing = page.getByRole('dialog', { name: '共有する' })
  await sharing.waitFor()
  await page.goBack()
  await sharing.waitFor({ state: 'detached' })
  await page.goBack()
  await sheet.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/aoi')

  await page.goto(`${site.server.url}/community/aoi`)
  await press(page, '共有')
  await svg.waitFor()
  expect(complaints).toEqual([])
})

it('shows no QR code of another user’s room', async () => {
  const { page } = await open('fan@example.com', '/aoi', DESKTOP)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('button', { name: 'QRコード' }).count()).toBe(0)
})

it('shows profile changes to everybody at once', async () => {
  const { page, complaints } = await open('fan@example.com', '/haru/setting', DESKTOP)
  const name = field(page, '表示名')
  await name.fill('はる（夜型）')
  await field(page, '自己紹介').fill('夜更かしの記録。')
  await press(page, 'リンクを追加する')
  const row = page.locator('[data-row]').last()
  await row.getByLabel(/の名前/).fill('日記')
  await row.getByLabel(/のURL/).fill('https://example.com/diary')
  expect(await axeFinds(page)).toEqual([])
  await page.reload()
  await page.getByText('保存していない入力の続き').waitFor()
  expect(await name.inputValue()).toBe('はる（夜型）')
  await page.getByLabel('月', { exact: true }).fill('13')
  await press(page, '変更を保存する')
  await page.getByText('生年月日を正しく入力してください').first().waitFor()
  await page.getByLabel('月', { exact: true }).fill('３')
  await page.getByText('どちらでもない').click()
  await press(page, '変更を保存する')
  await page.waitForURL('**/haru')
  await page.getByRole('heading', { name: 'はる（夜型）' }).waitFor()
  await page.getByText('夜更かしの記録。').waitFor()
  await page.getByRole('link', { name: /日記/ }).waitFor()
  expect(unexpected(complaints)).toEqual([])

  const other = await open('guest@example.com', '/haru')
  await other.page.getByRole('heading', { name: 'はる（夜型）' }).waitFor()
  await other.page.getByText('夜更かしの記録。').waitFor()
  expect(await other.page.getByText('3月').count()).toBe(0)
})

/** The reader's WebAssembly binary from its package. */
async function zxing(): Promise<ArrayBuffer> {
  const file = import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')
  const bytes = await readFile(new URL(file))
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
}
