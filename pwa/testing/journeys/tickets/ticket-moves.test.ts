// @module-tag full
import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readCode } from '#contract/door/code.ts'
import { verifyCode } from '#contract/door/verify.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { UNREACHABLE } from '#contract/shared/messages.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { MOVE_CODE_WRONG } from '#contract/tickets/messages.ts'
import { formOf } from '#server/testing/form.ts'
import { freePort } from '#server/testing/free-port.ts'
import { apiAs } from '../../api.ts'
import { giveAuthenticator } from '../../authenticator.ts'
import { axeFinds, letIn } from '../../browser.ts'
import { isOwn } from '../../checkout-form.ts'
import { doorKeys } from '../../door-keys.ts'
import { mailsTo } from '../../mails.ts'
import { copyPhone, makeEmpty, type Phone } from '../../phone.ts'
import { type RunningServer, startServer } from '../../server.ts'

const FAN = 'fan@example.com'
let port: string
let server: RunningServer
/** The profile folder of a phone with the app, without a user. */
let empty: string
let old: Phone
let next: Phone

beforeAll(async () => {
  port = String(await freePort())
  server = await startServer({ PORT: port })
  empty = await makeEmpty(server.url)
})
afterAll(async () => {
  await server?.stop()
  if (empty) rmSync(empty, { recursive: true, force: true })
})
beforeEach(async () => {
  ;[old, next] = await Promise.all([copyPhone(empty), copyPhone(empty)])
})
afterEach(() => Promise.all([old?.discard(), next?.discard()]))

const code = (page: Page) => page.locator('#root svg[data-code]')
const elsewhere = (page: Page) => page.getByText('ほかの端末で表示中のチケットです')
const here = (page: Page) => page.getByRole('button', { name: 'この端末で表示する' })

/** The path of a free ticket of the fan's to a new evening, which the old phone shows, and the next one asks for. */
async function openOnBoth(title: string, waitHours = 0): Promise<string> {
  const owner = await apiAs(server.url, 'owner@example.com')
  const [start, end] = [24, 26].map((hours) => new Date(Date.now() + hours * HOUR_MS).toISOString())
  const { id } = await owner(tickets.createTicket, {
    params: { roomid: 'aoi' },
    body: formOf({
      ...{ title, venue: '喫茶 ことり', status: 'published', members_only: 0 },
      ...{ start: start!, end: end!, amount: 0, capacity: 20, move_wait_hours: waitHours },
    }),
  })
  const fan = await apiAs(server.url, FAN)
  const { ticket_id } = await fan(tickets.joinTicket, { params: { id }, body: {} })
  const path = `/account/ticketbox/ticket/${ticket_id}`
  for (const { page } of [old, next]) {
    await letIn(page, server.url, FAN)
    await page.goto(server.url + path)
    await code(page).or(elsewhere(page)).first().waitFor()
  }
  await elsewhere(next.page).waitFor()
  return path
}

/** The text of the newest email to the fan with this in its subject or text. */
async function mailed(words: RegExp): Promise<string> {
  const find = () => mailsTo(server.dataDir, FAN).findLast((mail) => words.test(mail))
  await expect.poll(find).toBeDefined()
  return find()!
}

/** The next phone shows a valid code, and the old one none any more. */
async function hasMoved() {
  await isOwn(next.page)
  const shown = readCode((await code(next.page).getAttribute('data-code'))!)!
  expect(shown.claims.generation).toBe(2)
  expect(await verifyCode(shown, await doorKeys(server.dataDir), Date.now())).toBe('moving')
  await old.page.reload()
  await elsewhere(old.page).waitFor()
  expect(await code(old.page).count()).toBe(0)
}
it('a ticket moves at once after its release by the phone that shows it', async () => {
  await openOnBoth('手放す夜', 6)
  await here(next.page).click()
  await next.page.getByRole('button', { name: '前の端末で手放した' }).click()
  await next.page.getByText(/まだ手放されていません/).waitFor()
  await old.page.getByRole('button', { name: 'ほかの端末へ移す' }).click()
  await old.page.getByText('ほかの端末でこのチケットを開くと').waitFor()
  await next.page.getByRole('button', { name: '前の端末で手放した' }).click()
  await hasMoved()
})

it('a ticket without a waiting time moves at once by a passkey', async () => {
  const path = await openOnBoth('パスキーの夜')
  const { page } = next
  await giveAuthenticator(page)
  await page.goto(`${server.url}/account/setting/password`)
  await page.getByRole('button', { name: 'パスキーを追加する' }).click()
  const adding = page.getByRole('dialog')
  await adding.getByLabel('パスワード', { exact: true }).fill('password')
  await adding.getByRole('button', { name: '次へ' }).click()
  await page.getByRole('status').getByText('パスキーを追加しました').waitFor()
  await page.goto(server.url + path)
  await here(page).click()
  await page.getByRole('button', { name: 'パスキーで確認する' }).click()
  await hasMoved()
})

it('a ticket moves by a code from an email, after the waiting time of its owner', async () => {
  await openOnBoth('待ち時間のある夜', 1)
  const { page } = next
  await here(page).click()
  const sheet = page.getByRole('dialog', { name: 'この端末で表示する' })
  await sheet.getByText('確認から1時間たつと').waitFor()
  expect(await axeFinds(page)).toEqual([])
  const send = sheet.getByRole('button', { name: 'メールで確認コードを受け取る' })
  await next.context.setOffline(true)
  await send.click()
  await sheet.getByText(UNREACHABLE).waitFor()
  await next.context.setOffline(false)
  await send.click()
  const field = sheet.getByLabel('確認コード')
  await field.waitFor()
  expect(await axeFinds(page)).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  const [, typed] = (await mailed(/待ち時間のある夜.*確認コード：\d/s)).match(
    /確認コード：(\d{6})/,
  )!
  const wrong = typed === '000000' ? '000001' : '000000'
  await field.fill(wrong)
  await page.keyboard.press('Enter')
  await sheet.getByText(MOVE_CODE_WRONG).waitFor()
  expect(await field.inputValue()).toBe(wrong)
  await field.fill(typed!)
  await sheet.getByRole('button', { name: '確認して切り替える' }).click()
  await page.getByText(/切り替えを受け付けました。.*から、この端末で表示できます/).waitFor()
  await sheet.waitFor({ state: 'detached' })
  await mailed(/待ち時間のある夜.*お心当たりのない場合は、それまでに/s)
  await old.page.reload()
  await old.page.getByText(/切り替えの申し込みがありました/).waitFor()
  expect(await axeFinds(old.page)).toEqual([])

  await server.end()
  server = await startServer({ PORT: port, CLOCK_OFFSET_MS: String(HOUR_MS) }, server.dataDir)
  await page.reload()
  await here(page).click()
  await hasMoved()
  await mailed(/待ち時間のある夜.*前の端末のコードは使えなくなりました/s)
})
