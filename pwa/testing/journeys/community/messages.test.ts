// @module-tag full
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import type { Caller } from '#contract/http/caller.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { MESSAGES_AT_ONCE } from '#contract/inbox/limits.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, SCREENS } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite({ RATE_LIMITS: 'off' })
const FAN = 'fan@example.com'
const OWNER = 'owner@example.com'

let count = 0
/** A text that is unique in this file. */
const message = (what: string) => `${what}（${++count}）`

const bubble = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true })
const composer = (page: Page) => page.getByRole('textbox', { name: 'メッセージ' })

it.each(SCREENS)('a member writes to the owner, who answers, on %s', async (_, viewport) => {
  const [hello, answer, late] = [
    message('今夜も楽しみです'),
    message('ようこそ'),
    message('電波の中から'),
  ]
  const fan = await openAs(site, FAN, '/community/aoi', viewport)
  await fan.page.getByRole('button', { name: 'その他' }).click()
  await fan.page.getByRole('menuitem', { name: 'メッセージを送る' }).click()
  await composer(fan.page).fill(hello)
  expect(await axeFinds(fan.page)).toEqual([])
  await fan.page.getByRole('button', { name: '送る', exact: true }).click()
  await fan.page.waitForURL('**/account/message/**')
  await bubble(fan.page, hello).waitFor()
  expect(await axeFinds(fan.page)).toEqual([])

  const owner = await openAs(site, OWNER, '/account/message', viewport)
  await owner.page.getByRole('link').filter({ hasText: hello }).click()
  await bubble(owner.page, hello).waitFor()
  await composer(owner.page).fill(answer)
  // The Enter that confirms a kana conversion must not send.
  await composer(owner.page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  expect(await composer(owner.page).inputValue()).toBe(answer)
  await composer(owner.page).press('Enter')
  await bubble(owner.page, answer).waitFor()
  // It arrives without a reload.
  await bubble(fan.page, answer).waitFor()

  await fan.context.setOffline(true)
  await composer(fan.page).fill(late)
  await composer(fan.page).press('Enter')
  await fan.page.getByText('送信できませんでした').waitFor()
  expect(await axeFinds(fan.page)).toEqual([])
  await fan.context.setOffline(false)
  await fan.page.getByRole('button', { name: '再送' }).click()
  await fan.page.getByText('送信できませんでした').waitFor({ state: 'detached' })
  await bubble(owner.page, late).waitFor()
  expect(await bubble(owner.page, late).count()).toBe(1)
  expect(owner.complaints).toEqual([])
  expect(fan.complaints.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

it.each(SCREENS)(
  'an owner sends an announcement to all members after a preview, on %s',
  async (_, viewport) => {
    const title = message('今夜のこと')
    const owner = await openAs(site, OWNER, '/dashboard/room_member', viewport)
    await owner.page.getByRole('button', { name: '連絡を送る' }).click()
    const sheet = owner.page.getByRole('dialog')
    await sheet.getByLabel('タイトル').fill(title)
    expect(await sheet.getByRole('button', { name: '確認する' }).isDisabled()).toBe(true)
    await sheet.getByLabel('本文').fill('八時に始めます。')
    expect(await axeFinds(owner.page)).toEqual([])
    await sheet.getByRole('button', { name: '確認する' }).click()
    await sheet.getByText(/人のメンバーに届きます/).waitFor()
    expect(await axeFinds(owner.page)).toEqual([])
    await sheet.getByRole('button', { name: '連絡を送る' }).click()
    await sheet.waitFor({ state: 'detached' })

    // The list polls for new messages.
    const fan = await openAs(site, FAN, '/account/message', viewport)
    await fan.page.getByRole('link').filter({ hasText: title }).click()
    await bubble(fan.page, '八時に始めます。').waitFor()
    await fan.page.getByText('この連絡には返信できません。').waitFor()
    expect(await axeFinds(fan.page)).toEqual([])
    expect([...owner.complaints, ...fan.complaints]).toEqual([])
  },
)

/** The conversation on the owner's side, and a function to write there. */
async function ownersSide() {
  const owner = await apiAs(site.server.url, OWNER)
  const fan = await apiAs(site.server.url, FAN)
  const { conversation_id: id } = await fan(inbox.writeToOwner, {
    params: { id: 'aoi' },
    body: { text: message('こんばんは') },
  })
  return {
    id,
    write: (text: string) => owner(inbox.answer, { params: { id }, body: { text } }),
    fan,
  }
}
const allOf = async (call: Caller, id: string) => {
  const pages = [await call(inbox.getConversation, { params: { id } })]
  while (pages[0]!.more)
    pages.unshift(
      await call(inbox.getConversation, {
        params: { id },
        query: { point: pages[0]!.messages[0]!.id },
      }),
    )
  return pages.flatMap(({ messages }) => messages)
}
const topOf = (page: Page, id: string) =>
  page.locator(`[data-message="${id}"]`).evaluate((line) => line.getBoundingClientRect().top)
const shown = (page: Page) => page.locator('[data-message]').count()

it.each(SCREENS)(
  'a long conversation loads back to its beginning, with a stable scroll position, on %s',
  async (_, viewport) => {
    const { id, write, fan: call } = await ownersSide()
    // More than two full pages.
    for (let left = 2 * MESSAGES_AT_ONCE; left > 0; left--) await write(message('つづき'))
    const all = await allOf(call, id)
    const [first, last] = [all[0]!, all.at(-1)!]

    const { page, complaints } = await openAs(site, FAN, '/account', viewport)
    const older = Promise.withResolvers<void>()
    const asks = page.waitForRequest(/\?point=/)
    await page.route(/\?point=/, async (route) => {
      await older.promise
      await route.continue()
    })
    await page.goto(`${site.server.url}/account/message/${id}`)
    await bubble(page, last.text).waitFor()
    expect(await shown(page)).toBe(MESSAGES_AT_ONCE)
    await page.evaluate(() => window.scrollTo(0, 0))
    await asks
    const edge = all.at(-MESSAGES_AT_ONCE)!.id
    const before = await topOf(page, edge)
    older.resolve()
    await expect.poll(() => shown(page)).toBeGreaterThan(MESSAGES_AT_ONCE)
    expect(Math.abs((await topOf(page, edge)) - before)).toBeLessThan(3)
    expect(await axeFinds(page)).toEqual([])

    // A new message does not move a reader who has scrolled up.
    const news = message('あたらしい話')
    await write(news)
    const come = page.getByRole('button', { name: '新しいメッセージがあります' })
    await come.waitFor()
    expect(await axeFinds(page)).toEqual([])
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, 0))
        return shown(page)
      })
      .toBe(all.length + 1)
    await page.locator(`[data-message="${first.id}"]`).waitFor()
    expect(await page.getByRole('button', { name: '以前のメッセージ' }).count()).toBe(0)
    await come.click()
    await come.waitFor({ state: 'detached' })
    await expect.poll(() => topOf(page, last.id)).toBeLessThan(viewport.height)
    await bubble(page, news).waitFor()
    expect(complaints).toEqual([])
  },
)

it('shows an error if older messages cannot be loaded, and loads them on the next press', async () => {
  const { id, write } = await ownersSide()
  for (let left = MESSAGES_AT_ONCE; left > 0; left--) await write(message('つづき'))
  const { page } = await openAs(site, FAN, '/account')
  await page.route(/\?point=/, (route) => route.abort())
  await page.goto(`${site.server.url}/account/message/${id}`)
  await page.locator('[data-message]').last().waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  const again = page.getByRole('button', { name: 'もう一度読み込む' })
  await again.waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.unroute(/\?point=/)
  await again.click()
  await expect.poll(() => shown(page)).toBeGreaterThan(MESSAGES_AT_ONCE)
})

it('updates the unread count when the user returns to the window, without a reload', async () => {
  const { page, complaints } = await openAs(site, FAN, '/')
  await page.getByRole('link', { name: /^通知/ }).first().waitFor()
  const { write, fan: call } = await ownersSide()
  await write(message('お元気ですか'))
  const { unread_notifications } = await call(account.getMe, {})
  const bell = page.getByRole('link', {
    name: new RegExp(`^通知\\s*${unread_notifications}\\s*件の未読`),
  })
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      return bell.count()
    })
    .toBe(1)
  expect(complaints).toEqual([])
})
