// @module-tag full
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, openContext, openPage, PHONE, SCREENS } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const GUEST = 'guest@example.com'
const FAN = 'fan@example.com'
const OWNER = 'owner@example.com'

/** The follow button; disabled while a press is being sent. */
const follow = (page: Page) =>
  page.getByRole('button', { name: 'フォローする', exact: true, disabled: false })
const followed = (page: Page) =>
  page.getByRole('button', { name: 'フォロー中（フォロー解除）', disabled: false })
/** The follower count on the person's page. */
const followers = async (page: Page) =>
  Number.parseInt(await page.getByRole('link', { name: /フォロワー/ }).innerText(), 10)

describe.each(SCREENS)('following on %s', (_, viewport) => {
  it('changes the count and both lists, and can be undone', async () => {
    const { page, complaints } = await openAs(site, GUEST, '/haru', viewport)
    await follow(page).waitFor()
    const before = await followers(page)
    await follow(page).focus()
    await page.keyboard.press('Enter')
    await followed(page).waitFor()
    await expect.poll(() => followers(page)).toBe(before + 1)
    expect(await axeFinds(page)).toEqual([])

    await page.getByRole('link', { name: /フォロワー/ }).click()
    await page.waitForURL('**/haru/followers')
    await page.getByRole('link', { name: '@sora' }).waitFor()
    expect(await axeFinds(page)).toEqual([])
    const tabs = page.getByRole('navigation', { name: 'フォロー' })
    await tabs.getByRole('link', { name: 'フォロー中' }).click()
    await page.waitForURL('**/haru/following')
    await page.getByRole('link', { name: '@aoi' }).waitFor()
    await page.getByRole('link', { name: '戻る' }).click()
    await page.waitForURL('**/haru')

    await page.goto(`${site.server.url}/sora/following`)
    await page.getByRole('link', { name: '@haru' }).waitFor()
    await followed(page).first().click()
    // The row stays after an unfollow, in case of an accidental press.
    await follow(page).first().click()
    await followed(page).first().waitFor()
    await followed(page).first().click()
    await follow(page).first().waitFor()
    expect(await page.getByRole('link', { name: '@haru' }).isVisible()).toBe(true)
    await page.goto(`${site.server.url}/haru`)
    await follow(page).waitFor()
    expect(await followers(page)).toBe(before)
    expect(complaints).toEqual([])
  })
})

it('shows フォロー解除 under the pointer, but not right after the press', async () => {
  const { page } = await openAs(site, GUEST, '/aoi', DESKTOP)
  await follow(page).hover()
  await follow(page).click()
  const followButton = followed(page)
  await followButton.waitFor()
  expect(await followButton.getByText('フォロー解除').isVisible()).toBe(false)
  await page.mouse.move(0, 0)
  await followButton.hover()
  await expect.poll(() => followButton.getByText('フォロー解除').isVisible()).toBe(true)
  await followButton.click()
  await follow(page).waitFor()
})

it('reverts a follow that the server did not receive, and shows the error', async () => {
  const { page } = await openAs(site, GUEST, '/aoi')
  await page.route('**/follow', (route) => route.abort())
  await follow(page).click()
  await page
    .getByRole('status')
    .getByText(/通信|接続|つながり/)
    .waitFor()
  await follow(page).waitFor()
  expect(await followed(page).count()).toBe(0)
})

it('sends a visitor who follows to the login, and back', async () => {
  const context = await openContext(site.browser, { viewport: PHONE })
  const { page } = await openPage(context)
  await page.goto(`${site.server.url}/aoi`)
  await follow(page).click()
  await page.waitForURL('**/login')
  await page.getByLabel('メールアドレス').fill(FAN)
  await page.getByLabel('パスワード', { exact: true }).fill('password')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.waitForURL('**/aoi')
  await page.getByRole('heading', { name: '藍川 あおい' }).waitFor()
})

const menuItem = async (page: Page, button: RegExp | string, item: string) => {
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
}
/** Opens the report form of each kind of content. */
const reported: Record<string, (page: Page) => Promise<void>> = {
  async room(page) {
    await page.goto(`${site.server.url}/community/aoi`)
    await menuItem(page, 'その他', 'ルームを通報')
  },
  async event(page) {
    const call = await apiAs(site.server.url, null)
    const { items } = await call(events.listEvents, { query: { room: 'aoi', state: 'upcoming' } })
    await page.goto(`${site.server.url}/community/aoi/event/${items[0]!.id}`)
    await page.getByRole('button', { name: 'このイベントを通報' }).click()
  },
  async message(page) {
    const [fan, owner] = [await apiAs(site.server.url, FAN), await apiAs(site.server.url, OWNER)]
    const body = { text: 'こんばんは' }
    const { conversation_id: id } = await fan(inbox.writeToOwner, { params: { id: 'aoi' }, body })
    await owner(inbox.answer, { params: { id }, body: { text: 'いらっしゃいませ' } })
    await page.goto(`${site.server.url}/account/message/${id}`)
    await page.getByText('いらっしゃいませ').last().waitFor()
    const menus = page.getByRole('button', { name: /のメッセージの操作$/ })
    // Own messages have no menu.
    expect(await menus.count()).toBeLessThan(await page.locator('[data-message]').count())
    await menus.last().click()
    await page.getByRole('menuitem', { name: '通報' }).click()
  },
  async person(page) {
    await page.goto(`${site.server.url}/aoi`)
    await menuItem(page, 'その他', 'この人を通報')
  },
}

it.each([
  ['message', 'a phone', PHONE],
  ['event', 'a desktop', DESKTOP],
  ['room', 'a phone', PHONE],
  ['person', 'a desktop', DESKTOP],
] as const)(
  'a report of a %s, on %s, keeps its text after a failure, and is sent',
  async (kind, _, viewport) => {
    const { page, complaints } = await openAs(site, FAN, '/account', viewport)
    await reported[kind]!(page)
    const sheet = page.getByRole('dialog', { name: '通報する' })
    const send = sheet.getByRole('button', { name: '通報する' })
    await sheet.waitFor()
    expect(await send.isDisabled()).toBe(true)
    await sheet.getByText('その他', { exact: true }).click()
    // The category "other" needs a description.
    expect(await send.isDisabled()).toBe(true)
    await sheet.getByLabel('くわしい内容').fill('確かめていただきたいです。')
    expect(await axeFinds(page)).toEqual([])

    await page.route('**/report', (route) => route.abort())
    await send.click()
    await sheet.getByRole('alert').waitFor()
    expect(await sheet.getByLabel('くわしい内容').inputValue()).toBe('確かめていただきたいです。')
    expect(await axeFinds(page)).toEqual([])
    await page.unroute('**/report')
    await send.click()
    await sheet.getByText('通報を受け付けました').waitFor()
    await sheet.getByRole('button', { name: '閉じる' }).last().click()
    await sheet.waitFor({ state: 'detached' })
    expect(complaints.filter((one) => !/ERR_FAILED/.test(one))).toEqual([])
  },
)

it('asks a visitor to log in before reporting', async () => {
  const context = await openContext(site.browser, { viewport: PHONE })
  const { page } = await openPage(context)
  await page.goto(`${site.server.url}/community/aoi`)
  await menuItem(page, 'その他', 'ルームを通報')
  await page.getByRole('dialog').getByRole('button', { name: '登録済みの方（ログイン）' }).waitFor()
  expect(await axeFinds(page)).toEqual([])
})

it('offers no report of own content', async () => {
  const { page } = await openAs(site, OWNER, '/community/aoi')
  await page.getByRole('button', { name: 'その他' }).click()
  await page.getByRole('menuitem', { name: 'ルームを編集' }).waitFor()
  expect(await page.getByRole('menuitem', { name: /通報/ }).count()).toBe(0)
  await page.goto(`${site.server.url}/aoi`)
  await page.getByRole('link', { name: 'プロフィール設定' }).waitFor()
  expect(await page.getByRole('button', { name: 'その他' }).count()).toBe(0)
  const call = await apiAs(site.server.url, null)
  const { items } = await call(events.listEvents, { query: { room: 'aoi', state: 'upcoming' } })
  await page.goto(`${site.server.url}/community/aoi/event/${items[0]!.id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('button', { name: /通報/ }).count()).toBe(0)
})
