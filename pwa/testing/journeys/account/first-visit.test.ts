import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it, onTestFinished, vi } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, letIn, openContext, openPage, PHONE, sharedBrowser } from '../../browser.ts'
import { CARDS, giveBirthday, pay, typeCard } from '../../checkout-form.ts'
import { startMailServer } from '../../mail-server.ts'
import { countEffort } from '../../press-count.ts'
import { startServer } from '../../server.ts'
import { askSignUp, endSignUp } from '../../signing-up.ts'

const EMAIL = 'hajimete@example.jp'

it('a stranger goes from the link of an event to its ticket, through sign-up on another device and the room', async () => {
  await using mail = await startMailServer()
  const server = await startServer({ SMTP_URL: mail.url })
  onTestFinished(() => server.stop())
  const browser = await sharedBrowser()
  const phone = await openContext(browser, { viewport: PHONE })
  const effort = await countEffort(phone)
  const first = await openPage(phone)
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
  const entering = page.getByRole('dialog', { name: 'チケットの購入' })
  await entering.getByRole('heading', { name: 'はじめての方' }).waitFor()
  await entering.getByText(event.title).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await askSignUp(page, EMAIL)
  const link = (await arrived('/verify_mail')).match(/https?:\S+\/verify_mail\S+/)![0]

  const laptop = await openContext(browser, { viewport: PHONE })
  effort.presses++ // Of the link in the mail.
  await countEffort(laptop, effort)
  const other = await openPage(laptop)
  page = other.page
  await page.goto(link)
  await page.getByText(event.title).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await endSignUp(page, link, undefined, place)
  await page.getByLabel('カード番号').waitFor()
  await typeCard(page, CARDS.good)
  await giveBirthday(page)
  await pay(page)
  await heading('チケットを購入しました').waitFor()
  expect(effort.presses).toBeLessThanOrEqual(9)
  expect([...effort.fields]).toHaveLength(9)
  await button('友だちに知らせる').click()
  const shared = `${place}?going=1`
  const sharing = page.getByRole('dialog', { name: '共有する' })
  expect(await sharing.getByLabel('URL', { exact: true }).inputValue()).toBe(shared)
  const hrefOf = (name: string) =>
    sharing.getByRole('link', { name, exact: true }).getAttribute('href')
  expect(new URL((await hrefOf('LINE'))!).searchParams.get('url')).toBe(shared)
  expect(new URL((await hrefOf('X'))!).searchParams.get('text')).toBe(event.title)
  const card = await fetch(new URL((await hrefOf('画像を保存'))!, place))
  expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const size = await sharp(await card.arrayBuffer()).metadata()
  expect([size.width, size.height]).toEqual([1_080, 1_080])
  await sharing.getByRole('button', { name: 'QR', exact: true }).click()
  await sharing
    .getByRole('img', { name: /のQRコード/ })
    .locator('svg')
    .waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.goBack()
  await sharing.waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByRole('link', { name: 'カレンダーに追加' }).waitFor()
  await page.getByRole('link', { name: 'チケットを見る' }).click()
  await page.waitForURL(`**/account/ticketbox/event/${event.id}`)
  await page.getByText(event.title.slice(0, 6)).first().waitFor()
  await arrived(event.title)
  expect([...first.complaints, ...other.complaints]).toEqual([])
})

it('a free event in a free room is seven presses from its link for a stranger, and three for a known person', {
  tags: 'full',
}, async () => {
  await using mail = await startMailServer()
  const server = await startServer({ SMTP_URL: mail.url })
  onTestFinished(() => server.stop())
  const db = new Sqlite(join(server.dataDir, 'room.sqlite'))
  onTestFinished(() => void db.close())
  const { id, owner } = db
    .prepare(
      `select event.id, user.name as owner from event join room on room.id = event.room_id
        join user on user.id = room.owner_id
        where room.amount = 0 and room.state = 1 and publishment_flg = 0
        and event.status = 'published' and event.taken < event.capacity`,
    )
    .get() as Record<'id' | 'owner', string>
  db.prepare('update event set amount = 0 where id = ?').run(id)
  const place = `${server.url}/community/${owner}/event/${id}`
  const browser = await sharedBrowser()

  /** Somebody with the event's page open, whose presses are counted. */
  async function arrive(email?: string) {
    const context = await openContext(browser, { viewport: PHONE })
    const effort = await countEffort(context)
    const { page } = await openPage(context)
    if (email) await letIn(page, server.url, email)
    await page.goto(place)
    return { page, effort }
  }
  const take = (page: Page, name: string) => page.getByRole('button', { name }).first().click()
  async function confirm(page: Page) {
    await page.getByRole('switch', { name: /に同意/ }).click()
    await page.getByRole('button', { name: 'この内容で参加して受け取る' }).click()
    await page.getByRole('heading', { name: 'チケットを受け取りました' }).waitFor()
  }

  const stranger = await arrive()
  await take(stranger.page, 'チケットを受け取る')
  await askSignUp(stranger.page, EMAIL)
  const link = await vi.waitFor(() => {
    const texts = mail.mailsTo(EMAIL).map(({ text }) => text)
    return /https?:\S+\/verify_mail\S+/.exec(texts.join('\n'))![0]
  })
  stranger.effort.presses++ // Of the link in the mail.
  await endSignUp(stranger.page, link, undefined, place)
  await confirm(stranger.page)
  expect([stranger.effort.presses, stranger.effort.fields.size]).toEqual([7, 3])

  const known = await arrive('guest@example.com')
  await take(known.page, '参加して受け取る')
  await confirm(known.page)
  expect([known.effort.presses, known.effort.fields.size]).toEqual([3, 0])
})
