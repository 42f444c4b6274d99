// @module-tag full
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { threads } from '#contract/threads/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, openContext, openPage, PHONE, SCREENS } from '../../browser.ts'
import { mailsTo } from '../../mails.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite({ RATE_LIMITS: 'off' })
const FAN = 'fan@example.com'
const OWNER = 'owner@example.com'
const ADMIN = 'admin@example.com'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function openAdmin(path: string, viewport: typeof PHONE) {
  const { page, complaints } = await openAs(site, ADMIN, path, viewport)
  await page.getByLabel('パスワード', { exact: true }).fill('password')
  await press(page, '運営デスクを開く')
  return { page, complaints }
}
/** Enters the reason that each action requires, and confirms. */
async function because(page: Page, reason: string, confirm: string) {
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('理由').fill(reason)
  expect(await axeFinds(page)).toEqual([])
  await press(sheet as unknown as Page, confirm)
  await sheet.waitFor({ state: 'detached' })
}
const titlesTo = async (email: string) => {
  const { inbox } = await import('#contract/inbox/calls.ts')
  const { items } = await (await apiAs(site.server.url, email))(inbox.listConversations, {
    query: {},
  })
  return items.map(({ title }) => title)
}

it.each(SCREENS)(
  'a fan reports a comment; it is hidden, both are notified, and it is restored, on %s',
  async (name, viewport) => {
    const text = `通報されるコメント（${name}）`
    const owner = await apiAs(site.server.url, OWNER)
    const { items } = await owner(threads.listThreads, { params: { roomid: 'aoi' } })
    const params = { roomid: 'aoi', threadid: items[0]!.id }
    await owner(posting.postComment, { params, body: { text } })
    const path = `/community/aoi/talk/${items[0]!.id}`

    const fan = await openAs(site, FAN, path, viewport)
    const comment = fan.page.getByRole('listitem').filter({ hasText: text }).last()
    await comment.getByRole('button', { name: /コメントの操作/ }).click()
    await fan.page.getByRole('menuitem', { name: '通報' }).click()
    const sheet = fan.page.getByRole('dialog', { name: '通報する' })
    await sheet.getByText('嫌がらせ・誹謗中傷').click()
    await sheet.getByRole('button', { name: '通報する' }).click()
    await sheet.getByText('通報を受け付けました').waitFor()

    const { page, complaints } = await openAdmin('/admin', viewport)
    await page.getByRole('link').filter({ hasText: text }).waitFor()
    expect(await axeFinds(page)).toEqual([])
    await page.getByRole('link').filter({ hasText: text }).click()
    await page.getByText('公開中').waitFor()
    expect(await axeFinds(page)).toEqual([])
    await press(page, '認めて非表示にする')
    await because(page, 'ほかの方への中傷にあたるため', '非表示にする')
    await page.getByText('非表示', { exact: true }).waitFor()

    await fan.page.reload()
    await fan.page.getByLabel('コメントを書く').waitFor()
    await fan.page.getByRole('heading', { name: 'コメント' }).waitFor()
    expect(await fan.page.getByText(text).count()).toBe(0)
    expect(await titlesTo(OWNER)).toContain('コメントを非表示にしました')
    expect(await titlesTo(FAN)).toContain('通報への対応のお知らせ')
    await expect
      .poll(() => mailsTo(site.server.dataDir, OWNER).join('').includes('中傷にあたるため'))
      .toBe(true)

    await press(page, '判断を取り消す')
    await because(page, '見誤っていたため', '判断を取り消す')
    await page.getByText('公開中').waitFor()
    await page.getByText('取消済み').first().waitFor()
    await fan.page.reload()
    await fan.page.getByText(text).first().waitFor()
    expect(await titlesTo(OWNER)).toContain('コメントを元に戻しました')
    expect(complaints).toEqual([])
  },
)

it('a visitor requests a takedown, the author objects, and the operator decides', async () => {
  const owner = await apiAs(site.server.url, OWNER)
  const { items } = await owner(threads.listThreads, { params: { roomid: 'aoi' } })
  const { id, title } = items[0]!
  const { page } = await visit('/policy')
  await page.getByRole('link', { name: '削除依頼' }).click()
  await page.getByRole('heading', { name: '削除依頼（権利侵害の申告）' }).waitFor()
  await press(page, '削除を依頼する')
  await page.getByText('対象のURLを入力してください').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.getByLabel('対象のURL').fill(`${site.server.url}/community/aoi/talk/${id}`)
  await page.getByText('著作権', { exact: true }).click()
  await page.getByLabel('侵害の内容').fill('わたしの撮った写真が使われています')
  await page.getByLabel('お名前').fill('権利者の花子')
  await page.getByLabel('メールアドレス').fill('hanako@example.com')
  await page.getByRole('switch').click()
  await press(page, '削除を依頼する')
  await page.getByText('受付番号 TD-00003').waitFor()
  await expect.poll(() => mailsTo(site.server.dataDir, 'hanako@example.com').length).toBe(1)

  const admin = await openAdmin('/admin/takedowns', DESKTOP)
  await admin.page.getByRole('link').filter({ hasText: 'TD-00003' }).click()
  await admin.page.getByText('権利者の花子').waitFor()
  expect(await axeFinds(admin.page)).toEqual([])
  await press(admin.page, '投稿者に照会する')
  await press(admin.page, '照会する')
  await admin.page.getByText('照会中').waitFor()
  const takedown = new URL(admin.page.url()).pathname.split('/').at(-1)!

  const author = await openAs(site, OWNER, `/account/takedown/${takedown}`)
  await author.page.getByText('わたしの撮った写真が使われています').waitFor()
  expect(await author.page.getByText('権利者の花子').count()).toBe(0)
  await author.page.getByText('同意しない', { exact: true }).click()
  await author.page.getByLabel('理由').fill('許可を得ています')
  expect(await axeFinds(author.page)).toEqual([])
  await press(author.page, '回答する')
  await author.page.getByText('削除に同意しないとお答えいただきました。').waitFor()

  await admin.page.reload()
  await admin.page.getByText('許可を得ています').waitFor()
  await press(admin.page, '認めて非表示にする')
  await because(admin.page, '権利を確かめられたため', '非表示にする')
  await admin.page.getByText('判断を取り消す').waitFor()
  const { items: left } = await owner(threads.listThreads, { params: { roomid: 'aoi' } })
  expect(left.map((thread) => thread.title)).not.toContain(title)
  await expect.poll(() => mailsTo(site.server.dataDir, 'hanako@example.com').length).toBe(2)
  await admin.page.goto(`${site.server.url}/admin/disclosures`)
  await admin.page.getByRole('heading', { name: '開示請求' }).first().waitFor()
  expect(await axeFinds(admin.page)).toEqual([])
})

async function visit(path: string) {
  const context = await openContext(site.browser, { viewport: PHONE })
  const { page } = await openPage(context)
  await page.goto(site.server.url + path)
  return { page }
}
