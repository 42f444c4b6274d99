import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { sha256Hex } from '#contract/lib/sha256.ts'
import { lottery } from '#contract/lottery/calls.ts'
import {
  commitmentOf,
  drawWinners,
  readList,
  seedOf,
  writeList,
  writeResult,
} from '#contract/lottery/draw.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { formOf } from '#server/testing/form.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, openContext, openPage, PHONE } from '../../browser.ts'
import { isOwn, pay } from '../../checkout-form.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const DRAWN_MS = 40_000

/** A published ticket of aoi's, without a lottery. */
async function createTicket(title: string) {
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const { id } = await owner(tickets.createTicket, {
    params: { roomid: 'aoi' },
    body: formOf({
      ...{ title, venue: '喫茶アオイ', capacity: '2', amount: '3000', status: 'published' },
      ...{ start: inHours(240), end: inHours(244) },
    }),
  })
  return { owner, id, params: { roomid: 'aoi', id } }
}

/** Moves the times of a lottery, which takes days. */
function move(id: string, times: Record<string, string>) {
  const db = new Sqlite(join(site.server.dataDir, 'room.sqlite'))
  for (const [name, at] of Object.entries(times))
    db.prepare(`update lottery set ${name} = ? where digital_ticket_id = ?`).run(at, id)
  db.close()
}

it('a fan applies, wins at the minute, buys, and repeats the draw on the phone', {
  tags: 'full',
}, async () => {
  const { owner, id, params } = await createTicket('抽選の夜')
  await owner(lottery.setLottery, {
    params,
    body: {
      ...{ opens_at: inHours(1), closes_at: inHours(24), announced_at: inHours(25) },
      ...{ ends_at: inHours(100), buy_days: 2, max_group: 2 },
      ...{ members_first: true, then_sold: false },
    },
  })
  move(id, { opens_at: inHours(-1) })
  const { page, complaints } = await openAs(
    site,
    'fan@example.com',
    `/community/aoi/e_ticket/${id}`,
  )
  await page.setViewportSize({ width: 320, height: 640 })
  const panel = page.getByRole('complementary', { name: '抽選販売' })
  await panel.getByText('申し込みに料金はかかりません', { exact: false }).first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await axeFinds(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await panel.getByRole('button', { name: '抽選に申し込む' }).click()
  await panel.getByText('申し込みました。').waitFor()
  await panel.getByRole('button', { name: 'グループに招待する' }).waitFor()
  const number = await panel
    .getByText('受付番号')
    .locator('xpath=following-sibling::dd')
    .textContent()
  expect(number).toMatch(/^[\w-]{16}$/)
  expect(await axeFinds(page)).toEqual([])

  move(id, { closes_at: inHours(-0.1), announced_at: inHours(-0.05) })
  await vi.waitFor(
    async () => expect((await owner(lottery.getLottery, { params })).told).toBe(true),
    { timeout: DRAWN_MS, interval: 500 },
  )
  await page.reload()
  await page.getByText('当選しました。').waitFor()
  await page.getByRole('button', { name: '当選を辞退する' }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.getByText('抽選のしくみ').click()
  await page.getByRole('button', { name: 'この端末で確かめる' }).click()
  await page.getByText('一致しました。').waitFor()
  await page.getByText('1名（1組）', { exact: false }).waitFor()
  await page.getByText('あなたの順番は、1番目です。当選しました', { exact: false }).waitFor()
  expect(await axeFinds(page)).toEqual([])

  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const overlay = page.getByRole('dialog', { name: 'チケットの購入' })
  await overlay.getByText(/^当選されたお席を、.*（日本時間）までお取りしています。/).waitFor()
  await pay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await page.getByRole('link', { name: 'チケットを見る' }).click()
  await page.waitForURL('**/ticketbox/ticket/*')
  await isOwn(page)
  expect(complaints).toEqual([])
  expect((await owner(lottery.getOwnLottery, { params })).counts).toMatchObject({
    ...{ people: 1, won: 1, bought: 1, open: 0, lapsed: 0 },
  })
})

it('an owner sets a lottery after a rehearsal, and removes it', { tags: 'full' }, async () => {
  const { id, params, owner } = await createTicket('くじ引きの夜')
  const { page, complaints } = await openAs(site, 'owner@example.com', `/dashboard/e_ticket/${id}`)
  await page.getByRole('button', { name: '抽選で販売する' }).click()
  const form = page.getByRole('dialog', { name: '抽選販売の設定' })
  const wall = (hours: number) =>
    new Date(Date.now() + (hours + 9) * HOUR).toISOString().slice(0, 16)
  await form.getByLabel('受付の始まり（日本時間）').fill(wall(2))
  await form.getByLabel('受付の締め切り（日本時間）').fill(wall(1))
  await form.getByLabel('結果の発表（日本時間）').fill(wall(26))
  await form.getByLabel('抽選販売の終わり（日本時間）').fill(wall(150))
  await form.getByRole('button', { name: 'リハーサルをする' }).click()
  await form.getByText('2名', { exact: true }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await form.getByRole('button', { name: '保存する' }).click()
  await form.getByText('受付の締め切りは、始まりより後にしてください').waitFor()
  await form.getByLabel('受付の締め切り（日本時間）').fill(wall(24))
  await form.getByRole('button', { name: '保存する' }).click()
  await page.getByText('発表から3日', { exact: true }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  expect((await owner(lottery.getOwnLottery, { params })).lottery).not.toBeNull()
  await page.getByRole('button', { name: '抽選をやめる' }).click()
  await page.getByRole('button', { name: 'やめる', exact: true }).click()
  await page.getByRole('button', { name: '抽選で販売する' }).waitFor()
  expect(complaints.filter((one) => !/422/.test(one))).toEqual([])
})

it('a phone repeats a draw of 20,000 applicants, and notices a changed list', {
  tags: 'full',
}, async () => {
  const { id } = await createTicket('大きな抽選の夜')
  const secret = 'f'.repeat(64)
  const commitment = commitmentOf(secret)
  const people = Array.from({ length: 20_000 }, (_, n) => `p${String(n).padStart(15, '0')}`)
  const list = writeList({
    ...{ ticket: id, commitment, places: 500, choices: [{ type: null, places: null }] },
    entries: people.map((one) => ({
      ...{ weight: 1, choices: [1], people: [{ id: one, contribution: one.padEnd(22, '0') }] },
    })),
  })
  const listHash = sha256Hex(list)
  const read = readList(list)
  const winners = read && drawWinners(read, seedOf(secret, listHash))
  const result = writeResult({ secret, listHash, winners: winners ?? [] })
  const db = new Sqlite(join(site.server.dataDir, 'room.sqlite'))
  db.prepare(
    `insert into lottery (digital_ticket_id, opens_at, closes_at, announced_at, ends_at, buy_days,
      max_group, members_first, then_sold, secret, commitment, list_hash, drawn_at, created_at)
      values (?, ?, ?, ?, ?, 1, 1, 0, 0, ?, ?, ?, ?, ?)`,
  ).run(
    ...[id, inHours(-3), inHours(-2), inHours(-1), inHours(100)],
    ...[secret, commitment, listHash, inHours(-2), inHours(-4)],
  )
  const insert = 'insert into draw_text (digital_ticket_id, list, result) values (?, ?, ?)'
  db.prepare(insert).run(id, list, result)
  /** Another phone, which has nothing of it. */
  async function verifyAnew() {
    const opened = await openPage(await openContext(site.browser, { viewport: PHONE }))
    await opened.page.goto(`${site.server.url}/community/aoi/e_ticket/${id}`)
    await opened.page.getByRole('button', { name: 'この端末で確かめる' }).click()
    return opened
  }
  const sound = await verifyAnew()
  await sound.page.getByText('20,000名（20,000組）の抽選を', { exact: false }).waitFor()
  const change = 'update draw_text set list = ? where digital_ticket_id = ?'
  db.prepare(change).run(list.replace('1 1 p000000000000007:', '2 1 p000000000000007:'), id)
  db.close()
  const tampered = await verifyAnew()
  await tampered.page.getByText('一致しませんでした。').waitFor()
  await tampered.page.getByText('名簿が、締め切りのときに指紋を公開したものと違います。').waitFor()
  expect(await axeFinds(tampered.page)).toEqual([])
  expect([...sound.complaints, ...tampered.complaints]).toEqual([])
})
