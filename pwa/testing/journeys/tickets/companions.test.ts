import { expect, it } from 'vitest'
import { door } from '#contract/door/calls.ts'
import { type DigitalTicket, tickets } from '#contract/tickets/calls.ts'
import { typesForm } from '#server/testing/ticket-types.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, openContext, openPage, PHONE } from '../../browser.ts'
import { isOwn, pay } from '../../checkout-form.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const FAN = 'fan@example.com'
const MINUTE = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()

/** An evening of aoi's, of which one purchase takes up to three seats. */
async function makeNight(title: string, amount: string): Promise<Pick<DigitalTicket, 'id'>> {
  const owner = await apiAs(site.server.url, 'owner@example.com')
  return owner(tickets.createTicket, {
    params: { roomid: 'aoi' },
    body: typesForm([], {
      ...{
        title,
        venue: '喫茶アオイ',
        capacity: '50',
        amount,
        max_seats: '3',
        status: 'published',
      },
      ...{ opens: inMinutes(-30), start: inMinutes(60), end: inMinutes(240) },
    }),
  })
}

it('a fan buys two seats, and a companion accepts the second by its link after their login', {
  tags: 'full',
}, async () => {
  const { id } = await makeNight('ふたりの夜', '1500')
  const fan = await openAs(site, FAN, `/community/aoi/e_ticket/${id}`)
  const { page } = fan
  await page.setViewportSize({ width: 320, height: 640 })
  const count = page.getByRole('group', { name: '枚数' })
  await count.getByRole('button', { name: '枚数を増やす' }).click()
  await count.getByText('¥1,500 × 2枚').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await axeFinds(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const form = page.getByRole('dialog', { name: 'チケットの購入' })
  await form.getByText('¥1,500（税込） × 2枚').waitFor()
  await form.getByText('¥3,000（税込）').first().waitFor()
  await pay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await page.getByText('同行者の分は、チケットからリンクで送れます').waitFor()
  await page.getByRole('link', { name: 'チケットを見る' }).click()
  await page.waitForURL('**/ticketbox/ticket/*')
  await isOwn(page)
  await page.getByText('未受け取り', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'リンクを送る' }).click()
  const sheet = page.getByRole('dialog', { name: '同行者にチケットを送る' })
  const link = await sheet
    .getByRole('img', { name: 'チケットを受け取るリンクのQRコード' })
    .getAttribute('data-code')
  expect(await axeFinds(page)).toEqual([])
  await page.keyboard.press('Escape')

  const guest = await openPage(await openContext(site.browser, { viewport: PHONE }))
  await guest.page.goto(link ?? '')
  await guest.page.getByRole('heading', { name: 'ふたりの夜' }).waitFor()
  expect(await axeFinds(guest.page)).toEqual([])
  await guest.page.getByRole('button', { name: 'チケットを受け取る' }).click()
  const entering = guest.page.getByRole('dialog', { name: 'チケットを受け取る' })
  await entering.getByRole('button', { name: '登録済みの方（ログイン）' }).click()
  await entering.getByLabel('メールアドレス').fill('guest@example.com')
  await entering.getByLabel('パスワード', { exact: true }).fill('password')
  await entering.getByRole('button', { name: 'ログイン', exact: true }).click()
  await entering.waitFor({ state: 'hidden' })
  await guest.page.getByRole('button', { name: 'チケットを受け取る' }).click()
  await guest.page.waitForURL('**/ticketbox/ticket/*')
  await guest.page.locator('#root svg[data-code]').waitFor()
  await guest.page.getByText(/さんの同行者のチケットです/).waitFor()

  await page.reload()
  await page.getByText('受け取り済み', { exact: true }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  expect([...fan.complaints, ...guest.complaints]).toEqual([])
})

it('a door without a network admits the companion of an admitted holder, by one press', {
  tags: 'full',
}, async () => {
  const { id } = await makeNight('三人の夜', '0')
  const fan = await apiAs(site.server.url, FAN)
  await fan(tickets.joinTicket, { params: { id }, body: { seats: 3 } })
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const params = { roomid: 'aoi', id }
  const { invite_url } = await owner(door.createGate, {
    params,
    body: { name: 'A入口', range: null },
  })
  const gate = await openPage(await openContext(site.browser, { viewport: PHONE }))
  const press = (name: string) => gate.page.getByRole('button', { name, exact: true }).click()
  await gate.page.goto(invite_url)
  await press('この端末で受付をする')
  await gate.page.getByText('電波のない場所でも受け付けられます').waitFor()
  await press('受付を始める')
  await gate.page.context().setOffline(true)
  await press('整理番号を入力')
  await gate.page.getByLabel('整理番号', { exact: true }).fill('1')
  await press('チケットを確認する')
  await press('確認して入場させる')
  const group = gate.page.getByRole('region', { name: '同行者' })
  await group.getByText('同行者 2名（未受け取り）').waitFor()
  await group
    .getByRole('button', { name: /入場させる/ })
    .first()
    .click()
  await group.getByText('同行者 1名（未受け取り）').waitFor()
  await gate.page.getByText('/ 3 入場').waitFor()
  expect(await axeFinds(gate.page)).toEqual([])
  await gate.page.context().setOffline(false)
  await expect
    .poll(async () => (await owner(door.getDoorReport, { params })).entered, { timeout: 30_000 })
    .toBe(2)
})
