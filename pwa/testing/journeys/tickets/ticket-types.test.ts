import { expect, it } from 'vitest'
import { door } from '#contract/door/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { typesForm } from '#server/testing/ticket-types.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, openContext, openPage, PHONE } from '../../browser.ts'
import { isOwn, pay } from '../../checkout-form.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const MINUTE = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
const TYPES = [
  { name: 'S席', amount: 6_500, capacity: 2, color: 'purple' },
  {
    name: '学割',
    amount: 2_500,
    note: '学生証を確認します',
    color: 'orange',
    number_prefix: '学',
  },
  { name: '早割', amount: 2_000, sales_until: inMinutes(-60), color: 'red' },
] as const

it('a fan chooses one of three types, and the door shows its word, its color and what to check', {
  tags: 'full',
}, async () => {
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const { id } = await owner(tickets.createTicket, {
    params: { roomid: 'aoi' },
    body: typesForm([...TYPES], {
      ...{
        title: '三つの席の夜',
        venue: '喫茶アオイ',
        capacity: '50',
        status: 'published',
        number_prefix: 'A',
      },
      ...{ opens: inMinutes(-30), start: inMinutes(60), end: inMinutes(240) },
    }),
  })
  const fan = await openAs(site, 'fan@example.com', `/community/aoi/e_ticket/${id}`)
  const { page } = fan
  await page.setViewportSize({ width: 320, height: 640 })
  const choice = page.getByRole('group', { name: '券種' })
  await choice.getByText('販売中').first().waitFor()
  await page.getByRole('button', { name: '券種を選んでください' }).waitFor()
  expect(await choice.getByRole('radio', { name: /早割/ }).isDisabled()).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await axeFinds(page)).toEqual([])
  await choice.getByRole('radio', { name: /S席/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  expect(await choice.getByRole('radio', { name: /学割/ }).isChecked()).toBe(true)
  expect(await axeFinds(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const form = page.getByRole('dialog', { name: 'チケットの購入' })
  await form.getByText('三つの席の夜（学割）').waitFor()
  await form.getByText('¥2,500（税込）').first().waitFor()
  await form.getByText('学生証を確認します').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await pay(page)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await page.getByRole('link', { name: 'チケットを見る' }).click()
  await page.waitForURL('**/ticketbox/ticket/*')
  await isOwn(page)
  const face = page.locator('#root article').first()
  await face.getByText('学割', { exact: true }).waitFor()
  await face.getByText('学生証を確認します').waitFor()
  await face.getByText('学 001').waitFor()
  expect(await axeFinds(page)).toEqual([])

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
  const number = gate.page.getByLabel('整理番号', { exact: true })
  await number.fill('1')
  await press('チケットを確認する')
  await gate.page.getByText('「A」「学」のどれか').waitFor()
  expect(await axeFinds(gate.page)).toEqual([])
  await number.fill('学１')
  await press('チケットを確認する')
  const verdict = gate.page.getByRole('alert')
  const mark = verdict.getByText('学割', { exact: true })
  await mark.waitFor()
  const colorOf = () => mark.evaluate((shown) => getComputedStyle(shown).backgroundColor)
  expect(await colorOf()).toBe(
    await face
      .getByText('学割', { exact: true })
      .evaluate((shown) => getComputedStyle(shown).backgroundColor),
  )
  await verdict.getByText('学生証を確認します').waitFor()
  expect(await axeFinds(gate.page)).toEqual([])
  expect(fan.complaints).toEqual([])
})

it('an owner adds, orders and prices types, and sees them as fans do', {
  tags: 'full',
}, async () => {
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const { id } = await owner(tickets.createTicket, {
    params: { roomid: 'aoi' },
    body: typesForm([], {
      ...{ title: '席をえらぶ夜', venue: '喫茶アオイ', capacity: '50', amount: '1000' },
      ...{ start: inMinutes(3_000), end: inMinutes(3_200), status: 'published' },
    }),
  })
  const { page, complaints } = await openAs(site, 'owner@example.com', `/dashboard/e_ticket/${id}`)
  await page.getByRole('button', { name: '編集する' }).click()
  const form = page.getByRole('dialog', { name: '電子チケットを編集' })
  await form.getByRole('button', { name: '券種を追加する' }).click()
  expect(await form.getByLabel('価格（税込）', { exact: true }).count()).toBe(0)
  await form.getByLabel('券種1の名前').fill('一般')
  await form.getByLabel('券種1の価格（税込）').fill('4500')
  await form.getByRole('button', { name: '券種を追加する' }).click()
  await form.getByLabel('券種2の価格（税込）').fill('6500')
  await form.getByRole('button', { name: '変更を保存する' }).click()
  await form.getByText('券種の名前を入力してください').waitFor()
  expect(await form.getByLabel('券種2の名前').getAttribute('aria-invalid')).toBe('true')
  await form.getByLabel('券種2の名前').fill('S席')
  await form.getByLabel('券種2の整理番号の記号').fill('S')
  await form.getByRole('button', { name: '変更を保存する' }).click()
  await form.getByText('記号のない券種と見分けがつきません').waitFor()
  await form.getByLabel('整理番号の頭につける文字').fill('A')
  await form.getByRole('button', { name: '券種2を上へ' }).click()
  await form.getByText('売り切れ', { exact: true }).first().click()
  expect(await form.getByText('売り切れ', { exact: true }).count()).toBe(3)
  expect(await axeFinds(page)).toEqual([])
  await form.getByRole('button', { name: '変更を保存する' }).click()
  await page.getByText('¥6,500（税込）・0枚（全体の枚数から）・整理番号の記号は「S」').waitFor()
  expect(
    (await owner(tickets.getOwnTicket, { params: { roomid: 'aoi', id } })).types,
  ).toMatchObject([
    { name: 'S席', amount: 6_500, number_prefix: 'S' },
    { name: '一般', amount: 4_500, number_prefix: null },
  ])
  // The refusal was expected.
  expect(complaints.filter((one) => !/422/.test(one))).toEqual([])
})
