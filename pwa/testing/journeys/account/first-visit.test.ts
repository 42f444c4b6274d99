import { expect, it, onTestFinished, vi } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, openContext, openPage, PHONE, sharedBrowser } from '../../browser.ts'
import { CARDS, pay, typeCard } from '../../checkout-form.ts'
import { startMailServer } from '../../mail-server.ts'
import { startServer } from '../../server.ts'
import { endSignUp, fillSignUp } from '../../signing-up.ts'

const EMAIL = 'hajimete@example.jp'

it('a stranger goes from the link of an event to its ticket, through sign-up on another device and the room', async () => {
  await using mail = await startMailServer()
  const server = await startServer({ SMTP_URL: mail.url })
  onTestFinished(() => server.stop())
  const browser = await sharedBrowser()
  const first = await openPage(await openContext(browser, { viewport: PHONE }))
  let { page } = first
  const heading = (name: string | RegExp) => page.getByRole('heading', { name })
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
  /** The text of the received email that contains these words. */
  const arrived = (expected: string) =>
    vi.waitFor(() => {
      const texts = mail.mailsTo(EMAIL).map(({ text }) => text)
      expect(texts).toContainEqual(expect.stringContaining(expected))
      return texts.find((text) => text!.includes(expected))!
    })

  const call = await apiAs(server.url, 'guest@example.com')
  const { items } = await call(events.listEvents, { query: { room: 'aoi', state: 'upcoming' } })
  const event = items.find(({ amount, remaining }) => amount > 0 && remaining > 0)!
  const place = `${server.url}/community/aoi/event/${event.id}`
  await page.goto(place)
  await page.getByText(/＋ ルーム参加 ¥980\/月/).waitFor()
  await button('チケットを購入する').click()
  await page.getByRole('dialog').getByRole('link', { name: 'はじめての方（新規登録）' }).click()
  await page.waitForURL('**/signup')
  await fillSignUp(page, { name: 'hajimete', email: EMAIL })
  await button('確認メールを送る').click()
  await heading('メールをご確認ください').waitFor()
  const link = (await arrived('/verify_mail')).match(/https?:\S+\/verify_mail\S+/)![0]

  const other = await openPage(await openContext(browser, { viewport: PHONE }))
  page = other.page
  await endSignUp(page, link, place)
  await button('参加して購入する').click()
  await page.getByLabel('カード番号').waitFor()
  await typeCard(page, CARDS.good)
  await pay(page)
  await heading(/ようこそ、/).waitFor()
  await button('チケットの購入へ進む').click()
  await page.getByRole('dialog').getByText('•••• 4242').waitFor()
  await pay(page)
  await heading('チケットを購入しました').waitFor()
  await button('友だちに知らせる').click()
  const sharing = page.getByRole('dialog', { name: '共有する' })
  expect(await sharing.getByLabel('URL', { exact: true }).inputValue()).toBe(place)
  const hrefOf = (name: string) =>
    sharing.getByRole('link', { name, exact: true }).getAttribute('href')
  expect(new URL((await hrefOf('LINE'))!).searchParams.get('url')).toBe(place)
  expect(new URL((await hrefOf('X'))!).searchParams.get('text')).toBe(event.title)
  await sharing.getByRole('button', { name: 'QR', exact: true }).click()
  await sharing
    .getByRole('img', { name: /のQRコード/ })
    .locator('svg')
    .waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.goBack()
  await sharing.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'チケットボックスを見る' }).click()
  await page.getByText(event.title.slice(0, 6)).first().waitFor()
  await arrived(event.title)
  expect([...first.complaints, ...other.complaints]).toEqual([])
})
