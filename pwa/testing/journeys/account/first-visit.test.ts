import { expect, it, onTestFinished, vi } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { apiAs } from '../../api.ts'
import { openContext, openPage, PHONE, sharedBrowser } from '../../browser.ts'
import { CARDS, pay, typeCard } from '../../buying.ts'
import { startMailServer } from '../../mail-server.ts'
import { startServer } from '../../server.ts'
import { endSignUp, fillSignUp } from '../../signing-up.ts'

const EMAIL = 'hajimete@example.jp'

it('a new visitor goes from a room to their first ticket, with an email delivered by SMTP', {
  tags: 'full',
}, async () => {
  await using mail = await startMailServer()
  const server = await startServer({ SMTP_URL: mail.url })
  onTestFinished(() => server.stop())
  const { page, complaints } = await openPage(
    await openContext(await sharedBrowser(), { viewport: PHONE }),
  )
  const heading = (name: string | RegExp) => page.getByRole('heading', { name })
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
  /** The text of the received email that contains these words. */
  const arrived = (expected: string) =>
    vi.waitFor(() => {
      const texts = mail.mailsTo(EMAIL).map(({ text }) => text)
      expect(texts).toContainEqual(expect.stringContaining(expected))
      return texts.find((text) => text!.includes(expected))!
    })

  await page.goto(`${server.url}/community/aoi`)
  await button('参加する').click()
  await page.getByRole('dialog').getByRole('link', { name: '新規登録' }).click()
  await page.waitForURL('**/signup')
  await fillSignUp(page, { name: 'hajimete', email: EMAIL })
  await button('確認メールを送る').click()
  await heading('メールをご確認ください').waitFor()
  const link = (await arrived('/verify_mail')).match(/https?:\S+\/verify_mail\S+/)![0]
  await endSignUp(page, link)

  await page.goto(`${server.url}/community/aoi`)
  await button('参加する').click()
  await page.getByLabel('カード番号').waitFor()
  await typeCard(page, CARDS.good)
  await pay(page)
  await heading(/ようこそ、/).waitFor()
  const call = await apiAs(server.url, 'guest@example.com')
  const { items } = await call(events.listEvents, { query: { room: 'aoi', state: 'upcoming' } })
  const event = items.find(({ amount, remaining }) => amount > 0 && remaining > 0)!
  await page.goto(`${server.url}/community/aoi/event/${event.id}`)
  await button('チケットを購入する').click()
  await page.getByRole('dialog').getByText('•••• 4242').waitFor()
  await pay(page)
  await heading('チケットを購入しました').waitFor()
  await page.getByRole('link', { name: 'チケットボックスを見る' }).click()
  await page.getByText(event.title.slice(0, 6)).first().waitFor()
  await arrived(event.title)
  expect(complaints).toEqual([])
})
