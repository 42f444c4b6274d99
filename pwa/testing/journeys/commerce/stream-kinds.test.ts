// @module-tag full
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { ARCHIVE_NOT_INCLUDED } from '#contract/events/messages.ts'
import { formOf } from '#server/testing/form.ts'
import { apiAs } from '../../api.ts'
import { axeFinds } from '../../browser.ts'
import { pay } from '../../checkout-form.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const DAY_MS = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** The stream ends, and its archive is open. */
function endStream(id: string) {
  const db = new Sqlite(join(site.server.dataDir, 'room.sqlite'))
  const end = 'update event set publishment_flg = 3, archive = 1, archive_until = ? where id = ?'
  db.prepare(end).run(inDays(7), id)
  db.close()
}

it('an owner sells a stream in two kinds, and a fan buys the one without the archive', async () => {
  const call = await apiAs(site.server.url, 'owner@example.com')
  const { id } = await call(events.createOwn, {
    body: formOf({
      ...{ title: '二つの夜', start: inDays(20), end: inDays(20.1), amount: 2_000 },
      ...{ capacity: 20, status: 'published' },
    }),
  })
  const owner = await openAs(site, 'owner@example.com', '/dashboard/pastevent')
  await owner.page.getByRole('button', { name: /二つの夜/ }).click()
  await owner.page.getByRole('button', { name: '編集する', exact: true }).click()
  const form = owner.page.getByRole('dialog', { name: 'イベントを編集' })
  expect(await form.getByLabel(/「配信のみ」の価格/).count()).toBe(0)
  await form.getByLabel('見逃し配信の日数').fill('7')
  await form.getByLabel(/「配信のみ」の価格/).fill('2500')
  await form.getByRole('button', { name: '変更を保存する' }).click()
  await form.getByText(/（2,000円）より安くしてください/).waitFor()
  await form.getByLabel(/「配信のみ」の価格/).fill('1200')
  expect(await axeFinds(owner.page)).toEqual([])
  await form.getByRole('button', { name: '変更を保存する' }).click()
  await owner.page.getByRole('status').getByText('保存しました').waitFor()

  const { page, complaints } = await openAs(site, 'fan@example.com', `/community/aoi/event/${id}`)
  await page.setViewportSize({ width: 320, height: 640 })
  const kinds = page.getByRole('group', { name: '券種' })
  await kinds.getByText('配信と見逃し配信（終了後、7日間）をご覧いただけます').waitFor()
  const buy = page.getByRole('button', { name: '券種を選んでください' })
  expect(await buy.isDisabled()).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  // The bar at the bottom leaves the kinds in sight.
  const bar = (await page.getByRole('complementary', { name: '視聴チケット' }).boundingBox())!
  expect(bar.height).toBeLessThan(200)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 })
    expect(await buy.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  }
  expect(await axeFinds(page)).toEqual([])
  await kinds.getByRole('radio', { name: /配信のみ/ }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const checkout = page.getByRole('dialog', { name: 'チケットの購入' })
  await checkout.getByText('視聴チケット（配信のみ） 1枚').waitFor()
  await checkout.getByText('¥1,200（税込）').first().waitFor()
  expect(await axeFinds(page)).toEqual([])
  await pay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()

  await page.goto(`${site.server.url}/account/ticketbox/event/${id}`)
  await page.getByText('配信のみ', { exact: true }).waitFor()
  await page.getByText('含まれません', { exact: true }).waitFor()
  expect(await axeFinds(page)).toEqual([])

  endStream(id)
  await page.goto(`${site.server.url}/community/aoi/event/${id}`)
  await page.getByText(ARCHIVE_NOT_INCLUDED).waitFor()
  expect(await page.locator('video').count()).toBe(0)
  expect(await axeFinds(page)).toEqual([])
  expect([...complaints, ...owner.complaints].filter((one) => !/422/.test(one))).toEqual([])
})
