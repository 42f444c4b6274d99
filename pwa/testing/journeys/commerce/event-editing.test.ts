// @module-tag full
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { toWall } from '#pwa/lib/forms/editing/edit-form.ts'
import { axeFinds, DESKTOP, PHONE } from '../../browser.ts'
import { pay } from '../../checkout-form.ts'
import { mailsTo } from '../../mails.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
/** The local time in Japan in this many hours. */
const wall = (hours: number) => toWall(new Date(Date.now() + hours * HOUR_MS).toISOString())

const field = (page: Page, name: string) => page.getByLabel(name).first()
const open = (email: string, path: string, viewport = PHONE) => openAs(site, email, path, viewport)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const editor = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const PICTURE = join(import.meta.dirname, '../../../../public/og.png')
/** The number of draft pictures stored on this device. */
const storedDrafts = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name)
    const open = (name: string) =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const db = request.result
          if (!db.objectStoreNames.contains('drafts')) {
            db.close()
            return resolve(0)
          }
          const count = db.transaction('drafts').objectStore('drafts').count()
          count.onsuccess = () => {
            db.close()
            resolve(count.result)
          }
        }
      })
    const databases = names.filter((name) => name.startsWith('room.kept.'))
    return (await Promise.all(databases.map(open))).reduce((sum, one) => sum + one, 0)
  })
/** Leaves out the expected 422 refusals. */
const unexpected = (complaints: string[]) => complaints.filter((one) => !/422/.test(one))

const title = '冬のよふかし読書会'
/** The path of the event once it is on sale. */
let pathname: string

it('an event goes from draft to sale', async () => {
  const { page, complaints } = await open('owner@example.com', '/account/event')
  await press(page, 'イベントを作成する')
  await editor(page, 'イベントを作成').waitFor()
  expect(await axeFinds(page)).toEqual([])

  // An empty form: the first required field shows its error and has the focus.
  await press(page, '公開する')
  await page.getByText('タイトルを入力してください').waitFor()
  const focused = await field(page, 'タイトル').evaluate(
    (input) => input === document.activeElement,
  )
  expect(focused).toBe(true)
  expect(await axeFinds(page)).toEqual([])

  await field(page, 'タイトル').fill(title)
  await page.locator('input[type=file]').setInputFiles(PICTURE)
  const chosen = page.getByRole('img', { name: '選んだ画像' })
  await chosen.waitFor()
  await expect.poll(() => storedDrafts(page)).toBe(1)
  await page.reload()
  await press(page, 'イベントを作成する')
  await page.getByText('保存していない入力の続き').waitFor()
  expect(await field(page, 'タイトル').inputValue()).toBe(title)
  await chosen.waitFor()
  await expect
    .poll(() => chosen.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
    .toBeGreaterThan(0)
  await press(page, '下書きを保存する')
  await page.getByRole('heading', { name: title }).waitFor()
  await expect.poll(() => storedDrafts(page)).toBe(0)

  await page.goto(`${site.server.url}/dashboard/pastevent`)
  const row = page.getByRole('button', { name: new RegExp(title) })
  await row.getByText('日時未定').waitFor()
  await row.click()
  await press(page, '編集する')
  for (const [name, value] of [
    ['開始日時', wall(48)],
    ['終了日時', wall(50)],
    ['価格', '1980'],
    ['定員', '20'],
    ['見逃し配信の日数', '7'],
  ])
    await field(page, name!).fill(value!)
  await press(page, '公開する')
  const question = page.getByRole('alertdialog')
  await question.getByText('¥1,980（税込）').waitFor()
  await question.getByText(/サービス手数料 ¥198/).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await question.getByRole('button', { name: '公開する' }).click()
  await page.waitForURL('**/community/aoi/event/*')
  ;({ pathname } = new URL(page.url()))
  expect(unexpected(complaints)).toEqual([])
})

it('the buyer of an event is notified of a new date', async () => {
  const fan = await open('fan@example.com', pathname, DESKTOP)
  await fan.page.getByRole('button', { name: 'チケットを購入する' }).click()
  await pay(fan.page)
  await fan.page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()

  const { page } = await open('owner@example.com', '/dashboard/pastevent')
  await page.getByRole('button', { name: new RegExp(title) }).click()
  await press(page, '編集する')
  await field(page, '開始日時').fill(wall(49))
  await page.getByText(/1\s*名の方に、日時の変更をメールでお知らせします/).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await press(page, '変更を保存する')
  await page.getByRole('status').getByText('保存しました').waitFor()

  await fan.page.goto(site.server.url + pathname)
  await fan.page.getByText('開始日時が変わりました').waitFor()
  const download = fan.page.waitForEvent('download')
  await fan.page.getByRole('link', { name: 'カレンダーに追加' }).click()
  expect((await download).suggestedFilename()).toBe('event.ics')
  const emailCount = () =>
    mailsTo(site.server.dataDir, 'fan@example.com').filter((mail) =>
      mail.includes('日時が、オーナーにより変更されました'),
    ).length
  await expect.poll(emailCount).toBe(1)
  expect(unexpected(fan.complaints)).toEqual([])
})

it('an event form loses nothing offline, and is usable by keyboard alone', async () => {
  const { page, context } = await open('owner@example.com', '/dashboard/pastevent', DESKTOP)
  await page.getByRole('button', { name: '新しく作る' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'イベントを作成する' }).focus()
  await page.keyboard.press('Enter')
  await field(page, 'タイトル').focus()
  await page.keyboard.type('鍵盤だけで')
  await page.keyboard.press('Tab')
  await page.keyboard.type('話の流れ')
  expect(await field(page, '説明').inputValue()).toBe('話の流れ')
  await page.getByRole('switch', { name: 'トーク' }).focus()
  await page.keyboard.press('Space')
  await context.setOffline(true)
  await page.getByRole('button', { name: '下書きを保存する' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('通信できませんでした').waitFor()
  expect(await field(page, 'タイトル').inputValue()).toBe('鍵盤だけで')
  await context.setOffline(false)
  await press(page, '下書きを保存する')
  await page.getByRole('heading', { name: '鍵盤だけで' }).waitFor()
})

it('discards the input only on request, and shows the saved value in a cleared required field', async () => {
  const { page } = await open('owner@example.com', '/dashboard/pastevent')
  const row = page.getByRole('listitem').getByRole('button').first()
  await row.click()
  await press(page, '編集する')
  const title = field(page, 'タイトル')
  const before = await title.inputValue()
  await title.fill('')
  await title.blur()
  await expect.poll(() => title.inputValue()).toBe(before)
  await title.fill('まちがえた題')
  await press(page, '入力内容を破棄')
  const question = page.getByRole('alertdialog')
  await question.getByText('作成中のデータは破棄されます。').waitFor()
  await question.getByRole('button', { name: 'キャンセル' }).click()
  expect(await title.inputValue()).toBe('まちがえた題')
  await press(page, '入力内容を破棄')
  await question.getByRole('button', { name: '破棄する' }).click()
  await expect.poll(() => title.inputValue()).toBe(before)
})

it('offers nothing to users without a room', async () => {
  const { page } = await open('guest@example.com', '/account/event')
  await page.getByRole('heading', { name: 'まだイベントがありません' }).waitFor()
  expect(await page.getByRole('button', { name: 'イベントを作成する' }).count()).toBe(0)
})
