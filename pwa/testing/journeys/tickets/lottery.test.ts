import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { defined } from '#contract/lib/defined.ts'
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
import { drawApplicants } from '#server/testing/draw-applicants.ts'
import { axeFinds, openContext, openPage, PHONE } from '../../browser.ts'
import { isOwn, pay } from '../../checkout-form.ts'
import { createTicket, inDatabase, inHours, openLottery } from '../../lotteries.ts'
import { mailsTo } from '../../mails.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const HOUR = 3_600_000
const FAN = 'fan@example.com'
const MAILED_MS = 60_000

/** Exchanges all that the server has of a draw, so that it agrees with itself: one person has contributed other bytes. */
function exchange(id: string) {
  inDatabase(site.server, (db) => {
    const read = db.prepare('select list from draw_text where digital_ticket_id = ?').pluck()
    const before = readList(z.string().parse(read.get(id)))
    const secret = 'e'.repeat(64)
    const commitment = commitmentOf(secret)
    const contribution = 'x'.repeat(22)
    const entries = defined(before, 'a list').entries.map((entry) => ({
      ...entry,
      people: entry.people.map((person) => ({ ...person, contribution })),
    }))
    const list = { ...defined(before, 'a list'), commitment, entries }
    const text = writeList(list)
    const listHash = sha256Hex(text)
    const winners = drawWinners(list, seedOf(secret, listHash))
    const result = writeResult({ secret, listHash, winners })
    const of = 'where digital_ticket_id = ?'
    db.prepare(`update draw_text set list = ?, result = ? ${of}`).run(text, result, id)
    db.prepare(`update application set contribution = ? ${of}`).run(contribution, id)
    db.prepare(`update lottery set secret = ?, commitment = ?, list_hash = ? ${of}`).run(
      ...[secret, commitment, listHash, id],
    )
  })
}

it('a fan applies, wins at the minute, repeats the draw on the phone, and buys', {
  tags: 'full',
}, async () => {
  const ticket = await createTicket(site.server, { title: '抽選の夜' })
  const { owner, params, path } = ticket
  const draw = await openLottery(site.server, ticket, { members_first: true })
  const { page, complaints } = await openAs(site, FAN, path)
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

  await draw.close()
  await page.reload()
  await panel.getByText('結果は、', { exact: false }).waitFor()
  await page.getByRole('link', { name: '公開された名簿を見る' }).waitFor()
  await draw.announce()
  await page.reload()
  await page.getByText('当選しました。').waitFor()
  await page.getByRole('button', { name: '当選を辞退する' }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.getByText('抽選のしくみ').click()
  const verify = page.getByRole('button', { name: 'この端末で確かめる' })
  await verify.click()
  await page.getByText('一致しました。', { exact: true }).waitFor()
  await page.getByText('1名（1組）', { exact: false }).waitFor()
  await page.getByText('あなたの順番は、1番目です。当選しました', { exact: false }).waitFor()
  expect(await page.getByText('控えと同じです').count()).toBe(3)
  expect(await axeFinds(page)).toEqual([])

  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const overlay = page.getByRole('dialog', { name: 'チケットの購入' })
  await overlay.getByText(/^当選されたお席を、.*（日本時間）までお取りしています。/).waitFor()
  await pay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await page.getByRole('link', { name: 'チケットを見る' }).click()
  await page.waitForURL('**/ticketbox/ticket/*')
  await isOwn(page)
  expect((await owner(lottery.getOwnLottery, { params })).counts).toMatchObject({
    ...{ people: 1, won: 1, bought: 1, open: 0, lapsed: 0 },
  })

  exchange(ticket.id)
  await page.goto(site.server.url + path)
  await verify.click()
  await page.getByText('一致しませんでした。').waitFor()
  await page.getByText('封をした乱数が、受付中に控えたものと違います。').waitFor()
  await page.getByText('名簿の指紋が、結果の発表の前に控えたものと違います。').waitFor()
  await page.getByText('控えたあなたの申し込みが、名簿にないか、', { exact: false }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  expect(complaints).toEqual([])

  // Another phone has kept nothing, and says so; the emails have.
  const other = await openAs(site, FAN, path)
  await other.page.getByRole('button', { name: 'この端末で確かめる' }).click()
  await other.page.getByText('計算は一致しました。').waitFor()
  expect(await other.page.getByText('控えがありません').count()).toBe(3)
  expect(await axeFinds(other.page)).toEqual([])
  const mails = () => mailsTo(site.server.dataDir, FAN).join('\n')
  await vi.waitUntil(() => mails().includes('名簿の指紋'), { timeout: MAILED_MS, interval: 500 })
  await other.page.getByLabel('メールの文面').fill(mails())
  await other.page.getByRole('button', { name: 'この端末で確かめる' }).click()
  await other.page.getByText('一致しませんでした。').waitFor()
  expect(await other.page.getByText('控えと違います').count()).toBe(3)
  expect(other.complaints).toEqual([])
})

it('an owner sets a lottery after a rehearsal, and removes it', { tags: 'full' }, async () => {
  const { id, params, owner } = await createTicket(site.server, { title: 'くじ引きの夜' })
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

it('a phone repeats a draw of 20,000 applicants in groups, and notices a changed list', {
  tags: 'full',
}, async () => {
  const { id } = await createTicket(site.server, { title: '大きな抽選の夜' })
  const secret = 'f'.repeat(64)
  const commitment = commitmentOf(secret)
  const applicants = drawApplicants(20_000, { ticket: id, commitment })
  const groups = applicants.entries.length.toLocaleString('en')
  const list = writeList(applicants)
  const listHash = sha256Hex(list)
  const read = readList(list)
  const winners = read && drawWinners(read, seedOf(secret, listHash))
  const result = writeResult({ secret, listHash, winners: winners ?? [] })
  inDatabase(site.server, (db) => {
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
  })
  /** Another phone, which has nothing of it. */
  async function verifyAnew() {
    const opened = await openPage(await openContext(site.browser, { viewport: PHONE }))
    await opened.page.goto(`${site.server.url}/community/aoi/e_ticket/${id}`)
    await opened.page.getByRole('button', { name: 'この端末で確かめる' }).click()
    return opened
  }
  const sound = await verifyAnew()
  await sound.page.getByText(`20,000名（${groups}組）の抽選を`, { exact: false }).waitFor()
  const change = 'update draw_text set list = ? where digital_ticket_id = ?'
  inDatabase(site.server, (db) => db.prepare(change).run(list.replace(/^1 (\d+ )/m, '2 $1'), id))
  const tampered = await verifyAnew()
  await tampered.page.getByText('一致しませんでした。').waitFor()
  await tampered.page.getByText('名簿が、締め切りのときに指紋を公開したものと違います。').waitFor()
  expect(await axeFinds(tampered.page)).toEqual([])
  expect([...sound.complaints, ...tampered.complaints]).toEqual([])
})
