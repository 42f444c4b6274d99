import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ACCOUNT_SUSPENDED, bannedWord } from '#contract/messages.ts'
import { threads } from '#contract/threads.ts'
import { apiAs } from '../api.ts'
import { axeFinds, letIn, openContext, openPage, type PHONE, SCREENS } from '../browser.ts'
import { openAs, ownSite } from '../own-site.ts'

const site = ownSite()
const ADMIN = 'admin@example.com'
const GUEST = 'guest@example.com'
const FAN = 'fan@example.com'
const REASON = '確認のために止めました'

/** The desk, open at one of its pages. */
async function openDesk(path: string, viewport: typeof PHONE) {
  const desk = await openAs(site, ADMIN, path, viewport)
  await desk.page.getByLabel('パスワード', { exact: true }).fill('password')
  await desk.page.getByRole('button', { name: '運営デスクを開く' }).click()
  return desk
}

/** Presses a button, gives the reason, and presses the one that does it. */
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

it.each(SCREENS)(
  'a suspended person is out, is told why at the login, and comes back, on %s',
  { tags: 'full' },
  async (_, viewport) => {
    const desk = await openDesk('/admin/users', viewport)
    const guest = await openAs(site, GUEST, '/account', viewport)
    await guest.page.getByRole('heading').first().waitFor()
    await desk.page.getByLabel('ユーザーをさがす').fill(GUEST)
    await desk.page.keyboard.press('Enter')
    await desk.page.waitForURL('**/admin/users/sora')
    await desk.page.getByText('すべて見る').waitFor()
    expect(await axeFinds(desk.page)).toEqual([])
    await act(desk.page, '利用を停止する', '利用を停止する')
    await desk.page.getByText('から停止中').waitFor()

    await guest.page.goto(`${site.server.url}/account/payments`)
    await guest.page.waitForURL('**/login**')
    await guest.page.getByLabel('メールアドレス').fill(GUEST)
    await guest.page.getByLabel('パスワード', { exact: true }).fill('password')
    await guest.page.getByRole('button', { name: 'ログイン', exact: true }).click()
    await guest.page.getByText(ACCOUNT_SUSPENDED).waitFor()
    const visitor = await openVisitor(viewport)
    await visitor.goto(`${site.server.url}/sora`)
    await visitor.waitForURL('**/404')

    await act(desk.page, '停止を解除する', '停止を解除する')
    await desk.page.getByText('ユーザーの停止を解除した').first().waitFor()
    expect(await axeFinds(desk.page)).toEqual([])
    await letIn(guest.page, site.server.url, GUEST)
    await guest.page.goto(`${site.server.url}/account/payments`)
    await guest.page.getByRole('heading', { name: 'お支払い' }).first().waitFor()
    await visitor.goto(`${site.server.url}/sora`)
    await visitor.getByText('@sora').first().waitFor()
    expect(desk.complaints).toEqual([])
  },
)

it.each(SCREENS)(
  'the badge is seen by a visitor, and gone again, on %s',
  { tags: 'full' },
  async (_, viewport) => {
    const desk = await openDesk('/admin/users/sora', viewport)
    const visitor = await openVisitor(viewport)
    const badge = visitor.getByRole('img', { name: '公式' })
    await visitor.goto(`${site.server.url}/sora`)
    await visitor.getByText('@sora').first().waitFor()
    expect(await badge.count()).toBe(0)
    // A page that the server wrote out is the same for a second.
    const isSeen = async () => {
      await visitor.reload()
      await visitor.getByText('@sora').first().waitFor()
      return (await badge.count()) > 0
    }
    await act(desk.page, '公式バッジをつける', 'つける')
    await expect.poll(isSeen).toBe(true)
    await act(desk.page, '公式バッジを外す', '外す')
    await expect.poll(isSeen).toBe(false)
  },
)

it.each(SCREENS)(
  'a suspended room disappears for a visitor, and comes back, on %s',
  { tags: 'full' },
  async (_, viewport) => {
    const desk = await openDesk('/admin/rooms', viewport)
    await desk.page.getByLabel('ルームをさがす').fill('akari')
    await desk.page.keyboard.press('Enter')
    await desk.page.getByRole('link', { name: /@akari/ }).click()
    await desk.page.getByRole('heading', { name: 'オーナー' }).waitFor()
    expect(await axeFinds(desk.page)).toEqual([])
    await act(desk.page, 'ルームを停止する', '停止する')
    await desk.page.getByText('から停止中').waitFor()
    const visitor = await openVisitor(viewport)
    await visitor.goto(`${site.server.url}/community/akari`)
    await visitor.waitForURL('**/404')
    await act(desk.page, '停止を解除する', '停止を解除する')
    // Where the server leads from a page that is not there is the same for a second.
    await expect
      .poll(async () => {
        await visitor.goto(`${site.server.url}/community/akari`)
        await visitor.getByRole('heading', { level: 1 }).waitFor()
        return new URL(visitor.url()).pathname
      })
      .toBe('/community/akari')
    expect(desk.complaints).toEqual([])
  },
)

it.each(SCREENS)(
  'a word is refused in a thread, and taken again once it is off the list, on %s',
  { tags: 'full' },
  async (_, viewport) => {
    const fan = await apiAs(site.server.url, FAN)
    const { items } = await fan(threads.listThreads, { params: { roomid: 'aoi' }, query: {} })
    const path = `/community/aoi/talk/${items[0]!.id}`
    const desk = await openDesk('/admin/words', viewport)
    await desk.page.getByRole('button', { name: '言葉を加える' }).click()
    await desk.page.getByLabel('言葉', { exact: true }).fill('ネタバレ')
    await desk.page.getByLabel('理由').fill(REASON)
    expect(await axeFinds(desk.page)).toEqual([])
    await desk.page.getByRole('button', { name: '加える', exact: true }).click()
    await desk.page.getByRole('button', { name: '「ネタバレ」を外す' }).waitFor()

    const member = await openAs(site, FAN, path, viewport)
    const text = `これは ねた・ばれ です ${viewport.width}`
    await member.page.getByLabel('コメントを書く').fill(text)
    await member.page.getByRole('button', { name: 'コメントする' }).click()
    const waiting = member.page.locator('li[data-waiting]')
    await waiting.getByText(bannedWord('本文')).waitFor()
    await waiting.getByText(text).waitFor()
    expect(await axeFinds(member.page)).toEqual([])

    await desk.page.getByRole('button', { name: '「ネタバレ」を外す' }).click()
    await desk.page.getByRole('dialog').getByLabel('理由').fill(REASON)
    await desk.page.getByRole('button', { name: '外す', exact: true }).click()
    await desk.page.getByText('言葉はまだありません').waitFor()
    await waiting.getByRole('button', { name: '再送' }).click()
    await waiting.waitFor({ state: 'detached' })
    await member.page.locator('li').getByText(text).first().waitFor()
    expect(desk.complaints).toEqual([])
  },
)
