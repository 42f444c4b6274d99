import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, PHONE, SCREENS } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite({ RATE_LIMITS: 'off' })
const FAN = 'fan@example.com'
const OWNER = 'owner@example.com'
const ROOM = { roomid: 'aoi' }
const HEAD_PX = 104

async function post(title: string) {
  const body = new FormData()
  body.set('title', title)
  body.set('text', '本文です。')
  return (await apiAs(site.server.url, OWNER))(posting.createThread, { params: ROOM, body })
}
async function sendMessage() {
  const fan = await apiAs(site.server.url, FAN)
  const { conversation_id: id } = await fan(inbox.writeToOwner, {
    params: { id: 'aoi' },
    body: { text: '次の夜はいつですか' },
  })
  const owner = await apiAs(site.server.url, OWNER)
  await owner(inbox.answer, { params: { id }, body: { text: '来週です' } })
}
const unreadOf = async (email: string) =>
  (await (await apiAs(site.server.url, email))(account.getMe, {})).unread_notifications
const seenAt = async () =>
  (await (await apiAs(site.server.url, FAN))(rooms.getRoom, { params: { id: 'aoi' } })).seen_at
/** Whether the member's list of rooms says that there is something new. */
const unread = async () => {
  const { items } = await (await apiAs(site.server.url, FAN))(rooms.listSubscribed, {})
  return items.find(({ id }) => id === 'aoi')?.unread
}
const bell = (page: Page) => page.getByRole('link', { name: /^通知/ }).first()
const isWithin = async (page: Page, width: number) =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) <= width

it('shows a member a small head, and what is new since the last visit in view', async () => {
  const before = await seenAt()
  const { page, complaints } = await openAs(site, FAN, '/community/aoi', PHONE)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const head = (await page.locator('header').first().boundingBox())!
  expect(head.height).toBeLessThanOrEqual(HEAD_PX)
  expect(await page.getByRole('main').getByRole('button', { disabled: true }).count()).toBe(0)
  // This visit counts: the next one shows what comes after it.
  await expect.poll(seenAt).not.toBe(before)
  const { id } = await post('いま書いた題')
  await page.reload()
  const fresh = page.getByRole('heading', { name: /^新しい投稿 1件/ })
  await fresh.waitFor()
  const link = page.getByRole('link', { name: 'いま書いた題' })
  const { y, height } = (await link.boundingBox())!
  expect(y + height).toBeLessThan(PHONE.height / 2)
  await page.getByRole('heading', { name: '前回までの投稿' }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await link.click()
  await page.waitForURL(`**/talk/${id}`)
  await page.goBack()
  // Within one visit it stays marked.
  await fresh.waitFor()
  await expect.poll(unread).toBe(false)
  await page.reload()
  await page.getByRole('link', { name: 'いま書いた題' }).waitFor()
  expect(await fresh.count()).toBe(0)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await isWithin(page, 320)).toBe(true)
  expect(complaints).toEqual([])
})

it.each(SCREENS)(
  'leads from the bell to the thing itself, and is read by that, on %s',
  { tags: 'full' },
  async (_, viewport) => {
    const title = `ベルから開く題 ${viewport.width}`
    // Another thing stays unread while the thread is opened. Threads of one day are one line.
    await sendMessage()
    const { id } = await post(title)
    await expect.poll(() => unreadOf(FAN)).toBeGreaterThan(1)
    const { page, complaints } = await openAs(site, FAN, '/', viewport)
    const before = await unreadOf(FAN)
    await page
      .getByRole('link', { name: new RegExp(`^通知\\s*${before}\\s*件の未読`) })
      .first()
      .waitFor()
    await bell(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '通知', level: 1 }).waitFor()
    const line = page.getByRole('main').getByRole('link').filter({ hasText: title })
    await line.waitFor()
    expect(await axeFinds(page)).toEqual([])
    await line.click()
    await page.waitForURL(/\/community\/aoi\/talk/)
    await expect.poll(() => unreadOf(FAN)).toBe(before - 1)
    await page.goto(`${site.server.url}/account/notification`)
    await page.getByRole('button', { name: 'すべて既読にする' }).click()
    await expect.poll(() => unreadOf(FAN)).toBe(0)
    await page.getByRole('button', { name: 'すべて既読にする' }).waitFor({ state: 'detached' })
    // On a phone the list itself has no bell.
    await page.goto(site.server.url)
    await page.getByRole('link', { name: '通知', exact: true }).first().waitFor()
    await page.goBack()
    const call = await apiAs(site.server.url, OWNER)
    await call(posting.deleteThread, { params: { ...ROOM, threadid: id } })
    await page.reload()
    await page.getByText('削除されたか、いまはご覧になれません。').first().waitFor()
    expect(await page.getByText(title).count()).toBe(0)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await isWithin(page, 320)).toBe(true)
    expect(complaints).toEqual([])
  },
)
