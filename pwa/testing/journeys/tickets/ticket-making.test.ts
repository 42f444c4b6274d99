// @module-tag full
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { toWall } from '#pwa/lib/forms/editing/edit-form.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { axeFinds, DESKTOP } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const wall = (hours: number) => toWall(new Date(Date.now() + hours * HOUR_MS).toISOString())
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
/** Leaves out the expected 422 refusals. */
const unexpected = (complaints: string[]) => complaints.filter((one) => !/422/.test(one))

it('guides an owner from an empty form to a ticket, and lets them give one away', async () => {
  const { page, complaints } = await openAs(site, 'owner@example.com', '/dashboard/e_ticket/create')
  await press(page, '電子チケットを作成する')
  const editor = dialog(page, '電子チケットを作成')
  await editor.waitFor()
  expect(await axeFinds(page)).toEqual([])
  await press(page, '公開する')
  await editor.getByText('タイトルを入力してください').waitFor()
  expect(await axeFinds(page)).toEqual([])
  for (const [name, value] of [
    ['タイトル', '地下室の朗読会'],
    ['会場', '灯ホール 地下1階'],
    ['開演日時', wall(2)],
    ['終了日時', wall(5)],
    ['価格', '0'],
    ['枚数', '３'],
    ['整理番号の頭', 'A'],
    ['欠番', '４、９，４０〜４２'],
  ])
    await editor.getByLabel(name!).first().fill(value!)
  await page.reload()
  await press(page, '電子チケットを作成する')
  await editor.getByText('保存していない入力の続き').waitFor()
  await press(page, '公開する')
  const question = page.getByRole('alertdialog')
  await question.getByText('無料').waitFor()
  await question.getByText('3枚', { exact: true }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await question.getByRole('button', { name: '公開する' }).click()
  await page.waitForURL(/e_ticket\/[0-9a-f-]{36}$/)
  await page.getByText('入口を作ると、係員の端末を招待できます').waitFor()
  await page.getByText('「A」1番から（欠番 4, 9, 40-42）').waitFor()
  expect(await axeFinds(page)).toEqual([])

  await press(page, 'チケットを渡す')
  const giving = dialog(page, 'チケットを渡す')
  await giving.getByLabel('相手のユーザー名').fill('nobody_here')
  await giving.getByRole('button', { name: 'チケットを渡す' }).click()
  await giving.getByText('見つかりませんでした').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await giving.getByLabel('相手のユーザー名').fill('haru')
  // An error disappears when its field is changed.
  await giving.getByText('見つかりませんでした').waitFor({ state: 'detached' })
  expect(await giving.getByLabel('相手のユーザー名').getAttribute('aria-invalid')).toBe('false')
  await giving.getByRole('button', { name: 'チケットを渡す' }).click()
  await page.getByRole('status').getByText('A 001 のチケットを渡しました').waitFor()

  expect(unexpected(complaints)).toEqual([])
})

it('lets an owner plan gates, work at one, and view and change the holders', async () => {
  const { page, complaints } = await openAs(site, 'owner@example.com', '/dashboard/e_ticket')
  await page.getByRole('link', { name: /地下室の朗読会/ }).click()
  await press(page, '入口を追加する')
  const making = dialog(page, '入口を追加')
  await making.getByLabel('入口の名前').fill('A入口')
  await making.getByLabel('何番から').fill('9')
  await making.getByLabel('何番まで').fill('2')
  await press(page, '追加して招待する')
  await making.getByText('整理番号の範囲を正しく入力してください').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await making.getByLabel('何番から').fill('１')
  await press(page, '追加して招待する')
  await page.getByRole('img', { name: 'A入口の招待のQRコード' }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.keyboard.press('Escape')

  await press(page, /^A入口/)
  await dialog(page, 'A入口').getByText('整理番号 1〜2').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await press(page, 'この端末で受付する')
  await page.waitForURL('**/gate')
  await page.getByText('電波のない場所でも受け付けられます').waitFor()
  await page.goBack()
  await page.getByText('端末あり').waitFor()
  // This browser is the gate's only device.
  const open = dialog(page, 'A入口').getByText('この端末の受付を開く')
  await press(page, /^A入口/)
  await open.waitFor()
  await page.keyboard.press('Escape')
  const other = await openAs(site, 'owner@example.com', new URL(page.url()).pathname)
  await press(other.page, /^A入口/)
  const otherSheet = dialog(other.page, 'A入口')
  await otherSheet.getByText('受付の準備ができています').waitFor()
  await otherSheet.getByRole('button', { name: '端末を外す' }).waitFor()
  expect(await axeFinds(other.page)).toEqual([])
  expect(await otherSheet.getByText('この端末の受付を開く').count()).toBe(0)

  await press(page, '一覧を見る')
  const holders = dialog(page, 'チケットをお持ちの方')
  await holders.getByText('A 001').waitFor()
  expect(await axeFinds(page)).toEqual([])
  const download = page.waitForEvent('download')
  await press(page, 'CSVをダウンロードする')
  const file = await download
  expect(file.suggestedFilename()).toBe('地下室の朗読会.csv')
  expect(readFileSync(await file.path(), 'utf8')).toContain('A 001,有効,haru,')
  await holders.getByRole('button', { name: '取り消す' }).click()
  const question = page.getByRole('alertdialog')
  // Two labels about undoing, of which one does nothing.
  expect(await question.getByRole('button').allInnerTexts()).toEqual(['チケットを取り消す', '戻る'])
  await question.getByRole('button', { name: 'チケットを取り消す' }).click()
  await holders.getByText('取消済み').last().waitFor()
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  await holders.locator('li :focus').getByText('A 001').waitFor()
  const status = holders.getByLabel('状態')
  await status.selectOption('有効（未入場）')
  await holders.getByText('見つかりませんでした').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await status.selectOption('取消済み')
  await holders.getByText('A 001').waitFor()
  await page.keyboard.press('Escape')

  await press(page, '編集する')
  const changing = dialog(page, '電子チケットを編集')
  await changing.getByText('チケットをお渡ししたため、変更できません').first().waitFor()
  await changing.getByLabel('枚数', { exact: true }).fill('40')
  await press(page, '変更を保存する')
  await page.getByText('0 / 40枚').waitFor()
  expect(unexpected(complaints)).toEqual([])
})

it('lets an owner save a draft with only a title, and clear a text again', async () => {
  const { page, complaints } = await openAs(site, 'owner@example.com', '/dashboard/e_ticket/create')
  await press(page, '電子チケットを作成する')
  const editor = dialog(page, '電子チケットを作成')
  await editor.getByLabel('タイトル').fill('いつかの夜')
  await editor.getByLabel('説明').fill('まだ決めていません')
  await press(page, '下書きを保存する')
  await page.waitForURL(/e_ticket\/[0-9a-f-]{36}$/)
  await page.getByText('下書きです。ほかの方には見えません').waitFor()
  await page.getByText('未定').first().waitFor()
  await page.getByText('まだ決めていません').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await press(page, '編集する')
  const again = dialog(page, '電子チケットを編集')
  expect(await again.getByLabel('開演日時').inputValue()).toBe('')
  await again.getByLabel('タイトル').fill('')
  await again.getByLabel('説明').fill('')
  await again.getByLabel('会場').focus()
  expect(await again.getByLabel('タイトル').inputValue()).toBe('いつかの夜')
  expect(await again.getByLabel('説明').inputValue()).toBe('')
  await page.reload()
  await press(page, '編集する')
  await again.getByText('保存していない入力の続き').waitFor()
  expect(await again.getByLabel('説明').inputValue()).toBe('')
  await press(page, '下書きを保存する')
  await page.getByText('まだ決めていません').waitFor({ state: 'detached' })
  await page.goto(`${site.server.url}/dashboard/e_ticket`)
  await page.getByText('日時未定').waitFor()
  expect(unexpected(complaints)).toEqual([])
})

it('lets an owner cancel an event, with the consequences shown before', async () => {
  const { page, complaints } = await openAs(site, 'owner@example.com', '/dashboard/e_ticket')
  await page.getByRole('link', { name: /地下室の朗読会/ }).click()
  await press(page, 'チケットを渡す')
  const giving = dialog(page, 'チケットを渡す')
  await giving.getByLabel('相手のユーザー名').fill('haru')
  await giving.getByRole('button', { name: 'チケットを渡す' }).click()
  await page.getByRole('status').getByText('のチケットを渡しました').waitFor()
  await page.reload()
  await press(page, '公演を中止する')
  const question = page.getByRole('alertdialog', { name: '公演を中止しますか？' })
  await question.getByText('1名の方のチケットは、すぐに使えなくなります').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await question.getByRole('button', { name: '中止する' }).click()
  await page.getByRole('status').getByText('公演を中止しました').waitFor()
  await page.getByText('この公演は中止しました').waitFor()
  expect(await page.getByRole('button', { name: '公演を中止する' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: '編集する' }).count()).toBe(0)
  const fan = await openAs(site, 'fan@example.com', '/account/ticketbox')
  await fan.page.getByText('使用済み・終了したチケット').click()
  await fan.page
    .getByRole('link', { name: /地下室の朗読会/ })
    .first()
    .click()
  await fan.page.getByText('入場できません').first().waitFor()
  expect(await axeFinds(fan.page)).toEqual([])
  expect(unexpected([...complaints, ...fan.complaints])).toEqual([])
})

it('shows a phone that its gate was revoked, and lets a draft be deleted', async () => {
  const { page } = await openAs(site, 'owner@example.com', '/dashboard/e_ticket/create', DESKTOP)
  await press(page, '電子チケットを作成する')
  const editor = dialog(page, '電子チケットを作成')
  for (const [name, value] of [
    ['タイトル', '春の下書き'],
    ['開演日時', wall(48)],
    ['終了日時', wall(50)],
    ['価格', '500'],
    ['枚数', '3'],
  ])
    await editor.getByLabel(name!).first().fill(value!)
  await press(page, '下書きを保存する')
  await page.getByRole('heading', { name: '春の下書き' }).first().waitFor()
  await press(page, '入口を追加する')
  await page.getByLabel('入口の名前').fill('正面')
  await page.getByText('残りすべて', { exact: true }).click()
  await press(page, '追加して招待する')
  await page.getByRole('img', { name: '正面の招待のQRコード' }).waitFor()
  await page.keyboard.press('Escape')
  await press(page, /^正面/)
  await press(page, 'この端末で受付する')
  await page.getByRole('button', { name: '受付を始める' }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.goBack()
  await press(page, /^正面/)
  await press(page, '入口を取り消す')
  await page.getByRole('alertdialog').getByText('すぐに使えなくなります').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: '取り消す' }).click()
  await page.getByRole('status').getByText('入口を取り消しました').waitFor()
  await press(page, '削除する')
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click()
  await page.waitForURL('**/dashboard/e_ticket')
  await page.getByRole('status').getByText('削除しました').waitFor()
  await page.goto(`${site.server.url}/gate`)
  await page.getByText('この端末では、受付できなくなりました').waitFor()
  expect(await page.getByText('電波のない場所でも受け付けられます').count()).toBe(0)
  expect(await page.getByRole('button', { name: '受付を始める' }).isDisabled()).toBe(true)
})

/** Writes to the database, as the owner's form for staff is tested elsewhere. */
async function workAtDoors(name: string) {
  const engine = openSqlite(join(site.server.dataDir, 'room.sqlite'))
  const idOf = (handle: string) =>
    engine.db.selectFrom('user').select('id').where('name', '=', handle).executeTakeFirstOrThrow()
  const [{ id: user_id }, owner] = [await idOf(name), await idOf('aoi')]
  const room = await engine.db
    .selectFrom('room')
    .select('id')
    .where('owner_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  const created_at = new Date().toISOString()
  await engine.db
    .insertInto('room_staff')
    .values({ room_id: room.id, user_id, role: 'door', created_at })
    .execute()
  await engine.close()
}

it('links gate staff, and no other user, from the room’s ticket to its gates', async () => {
  const fan = await openAs(site, 'fan@example.com', '/community/aoi/e_ticket')
  const first = async (page: Page) => {
    await page
      .getByRole('link', { name: /ひとくちの席/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: /ひとくちの席/ }).waitFor()
  }
  await first(fan.page)
  expect(await fan.page.getByText('受付を開く').count()).toBe(0)

  await workAtDoors('sora')
  const { page } = await openAs(site, 'guest@example.com', '/community/aoi/e_ticket')
  await first(page)
  await page.getByRole('link', { name: '受付を開く' }).click()
  await press(page, /^A入口/)
  await press(page, 'この端末で受付する')
  await page.getByRole('button', { name: '受付を始める' }).waitFor()
})
