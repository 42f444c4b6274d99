import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeFinds, DESKTOP, PHONE } from '../browser.ts'
import { openAs, ownSite } from '../own-site.ts'

const site = ownSite({ RATE_LIMITS: 'off' })
const FAN = 'fan@example.com'
const OWNER = 'owner@example.com'

let said = 0
/** Words that nobody said before. */
const words = (what: string) => `${what}（${++said}）`

const bubble = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true })
const composer = (page: Page) => page.getByRole('textbox', { name: 'メッセージ' })

it.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('a member writes to the owner, who answers, on %s', async (_, viewport) => {
  const [hello, answer, late] = [
    words('今夜も楽しみです'),
    words('ようこそ'),
    words('電波の中から'),
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
  // The Enter that confirms a kana conversion sends nothing.
  await composer(owner.page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  expect(await composer(owner.page).inputValue()).toBe(answer)
  await composer(owner.page).press('Enter')
  await bubble(owner.page, answer).waitFor()
  // It comes by itself.
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

it.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('an owner tells all members something, after a look at it, on %s', async (_, viewport) => {
  const title = words('今夜のこと')
  const owner = await openAs(site, OWNER, '/dashboard/room_member', viewport)
  await owner.page.getByRole('button', { name: 'お知らせを送る' }).click()
  const sheet = owner.page.getByRole('dialog')
  await sheet.getByLabel('タイトル').fill(title)
  expect(await sheet.getByRole('button', { name: '確認する' }).isDisabled()).toBe(true)
  await sheet.getByLabel('本文').fill('八時に始めます。')
  expect(await axeFinds(owner.page)).toEqual([])
  await sheet.getByRole('button', { name: '確認する' }).click()
  await sheet.getByText(/人のメンバーに届きます/).waitFor()
  expect(await axeFinds(owner.page)).toEqual([])
  await sheet.getByRole('button', { name: 'お知らせを送る' }).click()
  await sheet.waitFor({ state: 'detached' })

  // The list asks for what is new by itself.
  const fan = await openAs(site, FAN, '/account/message', viewport)
  await fan.page.getByRole('link').filter({ hasText: title }).click()
  await bubble(fan.page, '八時に始めます。').waitFor()
  await fan.page.getByText('お知らせには返信できません。').waitFor()
  expect(await axeFinds(fan.page)).toEqual([])
  expect([...owner.complaints, ...fan.complaints]).toEqual([])
})
