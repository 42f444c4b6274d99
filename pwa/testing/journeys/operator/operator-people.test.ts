// @module-tag full
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ACCOUNT_SUSPENDED } from '#contract/auth/messages.ts'
import { bannedWord } from '#contract/shared/messages.ts'
import { threads } from '#contract/threads/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, letIn, openContext, openPage, type PHONE, SCREENS } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const ADMIN = 'admin@example.com'
const GUEST = 'guest@example.com'
const FAN = 'fan@example.com'
const REASON = '確認のために止めました'

/** Opens a page of the admin. */
async function openAdmin(path: string, viewport: typeof PHONE) {
  const admin = await openAs(site, ADMIN, path, viewport)
  await admin.page.getByLabel('パスワード', { exact: true }).fill('password')
  await admin.page.getByRole('button', { name: '運営デスクを開く' }).click()
  return admin
}

/** Presses a button, enters the reason, and confirms. */
async function act(page: Page, button: string, confirm: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('理由').fill(REASON)
  expect(await axeFinds(page)).toEqual([])
  await sheet.getByRole('button', { name: confirm, exact: true }).click()
  await sheet.waitFor({ state: 'detached' })
}

async function openVisitor(viewport: typeof PHONE) {
  const context = await openContext(site.browser, { viewport })
  return (await openPage(context)).page
}

/** A public page may be up to 15 seconds old, also when it redirected to the page for missing ones. */
const landsAt = (visitor: Page, path: string, expected = path) =>
  expect
    .poll(async () => {
      await visitor.goto(site.server.url + path)
      await visitor.getByRole('heading', { level: 1 }).waitFor()
      return new URL(visitor.url()).pathname
    })
    .toBe(expected)

it.each(SCREENS)(
  'a suspended person is logged out, sees the reason at the login, and is restored, on %s',
  async (_, viewport) => {
    const admin = await openAdmin('/admin/users', viewport)
    const guest = await openAs(site, GUEST, '/account', viewport)
    await guest.page.getByRole('heading').first().waitFor()
    await admin.page.getByLabel('ユーザーをさがす').fill(GUEST)
    await admin.page.keyboard.press('Enter')
    await admin.page.waitForURL('**/admin/users/sora')
    await admin.page.getByText('すべて見る').waitFor()
    expect(await axeFinds(admin.page)).toEqual([])
    await act(admin.page, '利用を停止する', '利用を停止する')
    await admin.page.getByText('から停止中').waitFor()

    await guest.page.goto(`${site.server.url}/account/payments`)
    await guest.page.waitForURL('**/login**')
    await guest.page.getByLabel('メールアドレス').fill(GUEST)
    await guest.page.getByLabel('パスワード', { exact: true }).fill('password')
    await guest.page.getByRole('button', { name: 'ログイン', exact: true }).click()
    await guest.page.getByText(ACCOUNT_SUSPENDED).waitFor()
    const visitor = await openVisitor(viewport)
    await landsAt(visitor, '/sora', '/404')

    await act(admin.page, '停止を解除する', '停止を解除する')
    await admin.page.getByText('ユーザーの停止を解除した').first().waitFor()
    expect(await axeFinds(admin.page)).toEqual([])
    await letIn(guest.page, site.server.url, GUEST)
    await guest.page.goto(`${site.server.url}/account/payments`)
    await guest.page.getByRole('heading', { name: 'お支払い' }).first().waitFor()
    await landsAt(visitor, '/sora')
    await visitor.getByText('@sora').first().waitFor()
    expect(admin.complaints).toEqual([])
  },
)

it.each(SCREENS)(
  'a visitor sees the badge when it is given, and no longer when it is removed, on %s',
  async (_, viewport) => {
    const admin = await openAdmin('/admin/users/sora', viewport)
    const visitor = await openVisitor(viewport)
    const badge = visitor.getByRole('img', { name: '公式' })
    await landsAt(visitor, '/sora')
    expect(await badge.count()).toBe(0)
    // A server-rendered page is cached for a second.
    const isSeen = async () => {
      await visitor.reload()
      await visitor.getByText('@sora').first().waitFor()
      return (await badge.count()) > 0
    }
    await act(admin.page, '公式バッジを付ける', '付ける')
    await expect.poll(isSeen).toBe(true)
    await act(admin.page, '公式バッジを外す', '外す')
    await expect.poll(isSeen).toBe(false)
  },
)

it.each(SCREENS)(
  'a suspended room disappears for a visitor, and returns when it is restored, on %s',
  async (_, viewport) => {
    const admin = await openAdmin('/admin/rooms', viewport)
    await admin.page.getByLabel('ルームをさがす').fill('akari')
    await admin.page.keyboard.press('Enter')
    await admin.page.getByRole('link', { name: /@akari/ }).click()
    await admin.page.getByRole('heading', { name: 'オーナー' }).waitFor()
    expect(await axeFinds(admin.page)).toEqual([])
    await act(admin.page, 'ルームを停止する', '停止する')
    await admin.page.getByText('から停止中').waitFor()
    const visitor = await openVisitor(viewport)
    await landsAt(visitor, '/community/akari', '/404')
    await act(admin.page, '停止を解除する', '停止を解除する')
    await landsAt(visitor, '/community/akari')
    expect(admin.complaints).toEqual([])
  },
)

it.each(SCREENS)(
  'a banned word is refused in a thread, and accepted after its removal from the list, on %s',
  async (_, viewport) => {
    const fan = await apiAs(site.server.url, FAN)
    const { items } = await fan(threads.listThreads, { params: { roomid: 'aoi' }, query: {} })
    const path = `/community/aoi/talk/${items[0]!.id}`
    const admin = await openAdmin('/admin/words', viewport)
    await admin.page.getByRole('button', { name: '言葉を追加する' }).click()
    await admin.page.getByLabel('言葉', { exact: true }).fill('ネタバレ')
    await admin.page.getByLabel('理由').fill(REASON)
    expect(await axeFinds(admin.page)).toEqual([])
    await admin.page.getByRole('button', { name: '追加する', exact: true }).click()
    await admin.page.getByRole('button', { name: '「ネタバレ」を外す' }).waitFor()

    const member = await openAs(site, FAN, path, viewport)
    const text = `これは ねた・ばれ です ${viewport.width}`
    await member.page.getByLabel('コメントを書く').fill(text)
    await member.page.getByRole('button', { name: 'コメントする' }).click()
    const waiting = member.page.locator('li[data-waiting]')
    await waiting.getByText(bannedWord('本文')).waitFor()
    await waiting.getByText(text).waitFor()
    expect(await axeFinds(member.page)).toEqual([])

    await admin.page.getByRole('button', { name: '「ネタバレ」を外す' }).click()
    await admin.page.getByRole('dialog').getByLabel('理由').fill(REASON)
    await admin.page.getByRole('button', { name: '外す', exact: true }).click()
    await admin.page
      .getByRole('button', { name: '「ネタバレ」を外す' })
      .waitFor({ state: 'detached' })
    await waiting.getByRole('button', { name: '再送' }).click()
    await waiting.waitFor({ state: 'detached' })
    await member.page.locator('li').getByText(text).first().waitFor()
    expect(admin.complaints).toEqual([])
  },
)
