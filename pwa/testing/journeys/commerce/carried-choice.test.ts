// @module-tag full
import type { BrowserContext, Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { promotions } from '#contract/promotions/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { typesForm } from '#server/testing/ticket-types.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, openContext, openPage, PHONE } from '../../browser.ts'
import { CARDS, giveBirthday, pay, typeCard } from '../../checkout-form.ts'
import { enlargedFinds } from '../../layout.ts'
import { linksTo } from '../../mails.ts'
import { ownSite } from '../../own-site.ts'
import { askSignUp, fillSignUp } from '../../signing-up.ts'

const site = ownSite()
const EMAIL = 'futari@example.jp'
const HOUR = 60 * 60_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

/** An evening of aoi's in two types, up to four seats a purchase, with the code HARU2026 for 20 % off; its path. */
async function sellTypes(): Promise<string> {
  const owner = await apiAs(site.server.url, 'owner@example.com')
  const types = [
    { name: 'S席', amount: 6_500, color: 'purple' as const },
    { name: '一般', amount: 4_500 },
  ]
  const { id } = await owner(tickets.createTicket, {
    params: { roomid: 'aoi' },
    body: typesForm(types, {
      ...{ title: '春を待つ朗読の夜', venue: '喫茶アオイ', capacity: '50', max_seats: '4' },
      ...{ opens: inHours(47), start: inHours(48), end: inHours(50), status: 'published' },
    }),
  })
  const terms = { percent: 20, yen_off: null, presale: false, valid_from: null, valid_until: null }
  await owner(promotions.createPromotion, {
    params: { roomid: 'aoi', id },
    body: { code: 'HARU2026', count: 1, ...terms, types: [], seats: null, per_person: null },
  })
  return `/community/aoi/e_ticket/${id}`
}

/** A phone, and all addresses that it asks for, as a server sees them. */
async function openPhone() {
  const context = await openContext(site.browser, { viewport: PHONE })
  return { ...(await openPage(context)), requests: addressesOf(context) }
}
function addressesOf(context: BrowserContext): string[] {
  const requests: string[] = []
  context.on('request', (request) => requests.push(request.url().split('#')[0] ?? ''))
  return requests
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** What a person with a screen reader, a small phone or large text meets on the screens of the way. */
const finds: string[] = []
async function check(screen: string, page: Page) {
  for (const find of [...(await axeFinds(page)), ...(await enlargedFinds(page))])
    finds.push(`${screen}: ${typeof find === 'string' ? find : JSON.stringify(find)}`)
}

/** Answers the bank on a page of its own, from which the person goes back to that address. */
async function answerBankElsewhere(page: Page, place: string) {
  const frame = page.locator('iframe')
  const bank = await frame.getAttribute('src')
  await page.goto(new URL(bank ?? '', place).href)
  await page.getByRole('button', { name: '認証する' }).click()
  await page.getByRole('heading', { name: '認証しました' }).waitFor()
  await page.goto(place)
}

it('type, seats and code survive a sign-up on a second phone, and the bank’s page in place of ours', async () => {
  const path = await sellTypes()
  const place = site.server.url + path
  const first = await openPhone()
  let { page } = first
  await page.goto(`${place}?from=insta`)
  await page.getByRole('radio', { name: /S席/ }).check()
  await press(page, '枚数を増やす')
  await page.getByText('コードをお持ちの方').click()
  await page.getByLabel('コード').fill('haru-2026')
  await check('ticket on sale', page)
  await press(page, 'チケットを購入する')
  await dialog(page, 'チケットの購入').getByText('春を待つ朗読の夜').waitFor()
  await check('sign-up', page)
  await askSignUp(page, EMAIL)
  const [link = ''] = await vi.waitFor(() => {
    const links = linksTo(site.server.dataDir, EMAIL, '/verify_mail')
    expect(links).toHaveLength(1)
    return links
  })

  const second = await openPhone()
  page = second.page
  await page.goto(link)
  await page.getByText('春を待つ朗読の夜').waitFor()
  await fillSignUp(page)
  await check('end of the sign-up', page)
  await press(page, '登録を完了する')
  const form = dialog(page, 'チケットの購入')
  await form.getByText('−¥2,600（20%割引のコード HARU2026）').waitFor()
  await form.getByText('¥10,400（税込）').first().waitFor()
  expect(page.url()).toBe(`${place}?from=insta`)
  await typeCard(page, CARDS.challenged)
  await giveBirthday(page)
  await form.getByLabel('配慮の希望').fill('車いすで伺います')
  await check('checkout', page)
  await pay(page)
  await answerBankElsewhere(page, place)
  await page.getByRole('heading', { name: 'チケットを購入しました' }).waitFor()
  await check('bought', page)
  await page.getByRole('link', { name: 'チケットを見る' }).click()
  await page.waitForURL('**/ticketbox/ticket/*')
  await page.getByText('未受け取り', { exact: true }).waitFor()
  await page.getByText('車いすで伺います').first().waitFor()
  await check('own ticket', page)
  const secrets = /haru-?2026|futari/i
  expect(
    [...first.requests, ...second.requests].filter((address) => secrets.test(address)),
  ).toEqual([])
  expect([...first.complaints, ...second.complaints]).toEqual([])
  expect(finds).toEqual([])
})
