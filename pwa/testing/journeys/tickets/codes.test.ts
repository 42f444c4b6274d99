import { expect, it } from 'vitest'
import { promotions } from '#contract/promotions/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { typesForm } from '#server/testing/ticket-types.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, openContext, openPage, PHONE } from '../../browser.ts'
import { pay } from '../../checkout-form.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const HOUR = 60 * 60_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

it('an owner makes a code, and a visitor buys with its link before the sale, at its price', {
  tags: 'full',
}, async () => {
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const { id } = await owner(tickets.createTicket, {
    params: { roomid: 'aoi' },
    body: typesForm(
      [
        { name: 'S席', amount: 6_500, sales_from: inHours(24), color: 'purple' },
        { name: '一般', amount: 4_500 },
      ],
      {
        ...{ title: '合言葉の夜', venue: '喫茶アオイ', capacity: '50', status: 'published' },
        ...{ opens: inHours(47), start: inHours(48), end: inHours(50) },
      },
    ),
  })
  const making = await openAs(site, 'owner@example.com', `/dashboard/e_ticket/${id}`)
  await making.page.getByRole('button', { name: 'コードを作成する' }).click()
  const editor = making.page.getByRole('dialog', { name: 'コードを作成する' })
  await editor.getByLabel('割引率').fill('２０')
  await editor.getByRole('switch', { name: /先行/ }).click()
  await editor.getByLabel('コードの文字').fill('haru-2026')
  await editor.getByLabel('使える枚数').fill('1')
  expect(await axeFinds(making.page)).toEqual([])
  await editor.getByRole('button', { name: '作成する', exact: true }).click()
  await editor.getByText('先行販売の始まりを入力してください').waitFor()
  const wall = new Date(Date.now() + 9 * HOUR - 60_000).toISOString().slice(0, 16)
  await editor.getByLabel('先行販売の始まり').fill(wall)
  await editor.getByRole('button', { name: '作成する', exact: true }).click()
  await editor.waitFor({ state: 'hidden' })
  await making.page.getByText('使用 0 / 1枚').waitFor()
  for (const viewport of [PHONE, DESKTOP]) {
    await making.page.setViewportSize(viewport)
    const width = await making.page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(viewport.width)
    expect(await axeFinds(making.page)).toEqual([])
  }

  const guest = await openPage(await openContext(site.browser, { viewport: PHONE }))
  const { page } = guest
  await page.goto(`${site.server.url}/community/aoi/e_ticket/${id}#code=HARU2026`)
  await page.getByRole('button', { name: 'ログインしてコードを使う' }).click()
  const entering = page.getByRole('dialog', { name: 'コードを使う' })
  await entering.getByRole('button', { name: '登録済みの方（ログイン）' }).click()
  await entering.getByLabel('メールアドレス').fill('fan@example.com')
  await entering.getByLabel('パスワード', { exact: true }).fill('password')
  await entering.getByRole('button', { name: 'ログイン', exact: true }).click()
  await entering.waitFor({ state: 'hidden' })
  await page.getByText('20%割引').waitFor()
  await page.getByRole('radio', { name: /S席/ }).check()
  await page.getByText('価格 ¥6,500 − 割引 ¥1,300').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const form = page.getByRole('dialog', { name: 'チケットの購入' })
  await form.getByText('−¥1,300（20%割引のコード HARU2026）').waitFor()
  await form.getByText('¥5,200（税込）').first().waitFor()
  expect(await axeFinds(page)).toEqual([])
  await pay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await page.goto(`${site.server.url}/account/payments`)
  await page.getByText('価格 ¥6,500・割引 −¥1,300').waitFor()
  expect(await axeFinds(page)).toEqual([])

  await making.page.reload()
  await making.page.getByText('使用 1 / 1枚').waitFor()
  // The expected refusal of the form without a start.
  expect(making.complaints.filter((one) => !/422/.test(one))).toEqual([])
  expect(guest.complaints).toEqual([])
})

it('a guest of the owner takes a paid ticket for nothing with a link', {
  tags: 'full',
}, async () => {
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const params = { roomid: 'aoi' }
  const { id } = await owner(tickets.createTicket, {
    params,
    body: typesForm([], {
      ...{ title: 'お招きの夜', venue: '喫茶アオイ', capacity: '50', status: 'published' },
      ...{ amount: '4500', start: inHours(48), end: inHours(50) },
    }),
  })
  await owner(promotions.createPromotion, {
    params: { ...params, id },
    body: {
      ...{ code: 'OMANEKI', count: 1, percent: 100, yen_off: null, presale: false, types: [] },
      ...{ valid_from: null, valid_until: null, seats: 1, per_person: 1 },
    },
  })
  const path = `/community/aoi/e_ticket/${id}#code=OMANEKI`
  const { page, complaints } = await openAs(site, 'guest@example.com', path)
  await page.getByText('招待', { exact: true }).waitFor()
  await page.getByText('お支払い 無料').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('button', { name: 'チケットを受け取る' }).click()
  await page.getByText('−¥4,500（招待のコード OMANEKI）').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await pay(page)
  await page.getByRole('heading', { name: 'チケットを受け取りました' }).waitFor()
  expect(complaints).toEqual([])
})
