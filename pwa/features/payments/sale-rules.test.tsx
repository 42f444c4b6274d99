import { readFileSync } from 'node:fs'
import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { lotteryRules } from '#contract/lottery/lottery-rules.ts'
import {
  type ConfirmationLine,
  digitalTicketConfirmation,
  eventConfirmation,
  roomConfirmation,
} from '#contract/orders/confirmation.ts'
import {
  BY_CARD,
  BY_KONBINI,
  NOT_AUTOMATIC,
  PAYMENT_METHODS,
  REFUND_BY_TRANSFER,
  RULES_OF,
  SALE_RULES,
  type SaleRule,
  WIN_LAPSES,
} from '#contract/orders/sale-rules.ts'
import { statementLine } from '#contract/payments/statement.ts'
import { resaleNotice } from '#contract/tickets/resale-notice.ts'
import { asTyped } from '#contract/tickets/ticket-type.ts'
import { aType } from '#pwa/features/tickets/testing/samples.ts'
import { readConfig } from '#server/config/config.ts'
import { siteFactsOf } from '#server/features/site/site-facts.ts'
import { emailCopyOf } from '#server/mails/copy.ts'
import { SellerLaw } from './SellerLaw.tsx'

afterEach(cleanup)

const at = '2026-11-30T15:30:00.000Z'
const start = '2026-12-20T10:00:00.000Z'
const room = roomConfirmation(500, at)
const EVENT = { amount: 1_980, start, archive_days: 7, sales_end: start, resale_until: start }
const ENTRY = {
  ...{ amount: 3_500, venue: '青ホール', opens_at: at, starts_at: start },
  no_transfer: false,
  named: false,
  resale_until: start,
}
const event = eventConfirmation(EVENT)
const entry = digitalTicketConfirmation(ENTRY)
const code = { code: 'TOMODACHI', percent: 20, yen_off: null }

type Kind = keyof typeof RULES_OF
const KINDS = Object.keys(RULES_OF) as Kind[]
/** Confirmations of purchases of each kind: an ordinary one, then those of which further rules hold. */
const PURCHASES: Record<Kind, [ConfirmationLine[], ...ConfirmationLine[][]]> = {
  room: [room],
  event: [
    event,
    eventConfirmation({ ...EVENT, held_until: at, resale: true }),
    eventConfirmation({ ...EVENT, liveOnly: true }),
    eventConfirmation({ ...EVENT, liveOnly: false }),
  ],
  digital_ticket: [
    entry,
    digitalTicketConfirmation({ ...ENTRY, named: true, seats: 2, promotion: code }),
    digitalTicketConfirmation({ ...ENTRY, held_until: at, resale: true }),
    digitalTicketConfirmation({ ...ENTRY, held_until: at, drawn: true }),
  ],
}
const textOf = (lines: ConfirmationLine[]) => lines.map(({ text }) => text).join('\n')

const { fill } = siteFactsOf(readConfig({ SITE_URL: 'https://room.example', PAYMENTS: 'stripe' }))
const fileText = (name: string) => fill(readFileSync(`server/content/${name}`, 'utf8'), 10)

function sellerPage(): string {
  const seller = {
    ...{ name: 'aoi', display_name: '葵', seller_name: '藍川 葵', address: '東京都' },
    ...{ phone: '0312345678', email: 'aoi@room.test', invoice_number: null },
  }
  render(<SellerLaw seller={seller} room="aoi" />, { wrapper: MemoryRouter })
  return document.body.textContent
}

const mailOf = (kind: Kind, confirmed: ConfirmationLine[]) =>
  emailCopyOf(
    {
      ...{ letter: 'purchased', kind, title: 'なにか', amount: 500, at, renewsAt: null },
      confirmed,
    },
    'https://room.example',
  ).notes.join('\n')

const ALL_SALES = {
  'seller’s page': sellerPage,
  'site’s page': () => fileText('legal.md'),
  terms: () => fileText('terms.md'),
  help: () => fileText('faq/payment.md') + fileText('faq/other.md'),
}

const rulesOf = (kind: Kind) =>
  RULES_OF[kind].map((name) => {
    const rule: SaleRule = SALE_RULES[name]
    return { kind, name, rule }
  })

// The matrix of promises and places: `vitest run --reporter=verbose` on this file prints it.
describe.each(KINDS.flatMap(rulesOf))('$kind, $rule.label ($name)', ({ kind, rule }) => {
  const { label, text } = rule
  const [usual, ...further] = PURCHASES[kind]
  const of = (lines: ConfirmationLine[]) => lines.filter((line) => line.label === label)

  it.each(Object.entries(ALL_SALES))('stands on the page of all sales: %s', (_, page) => {
    expect(page()).toContain(text())
  })

  it('stands in the confirmation and in the email of the purchases of which it holds', () => {
    const bought = [usual, ...further].filter((lines) => of(lines).length > 0)
    expect(bought).not.toEqual([])
    for (const lines of bought) {
      expect(of(lines)).toHaveLength(1)
      expect(mailOf(kind, lines)).toContain(`${label}: ${of(lines)[0]?.text}`)
    }
  })
})

it('has no promise that belongs to no sale', () => {
  const used = new Set<string>(KINDS.flatMap((kind) => RULES_OF[kind]))
  expect(Object.keys(SALE_RULES).filter((name) => !used.has(name))).toEqual([])
})

it('makes an ordinary confirmation without the rules of other ways of selling', () => {
  const options = [
    'お席の期限',
    '抽選販売',
    '公式リセールのチケット',
    '同行者',
    '特定興行入場券',
    '券種',
  ]
  for (const lines of [event, entry])
    expect(lines.filter(({ label }) => [...options, 'コードの利用'].includes(label))).toEqual([])
})

it('promises the archive to none who buys the live stream alone', () => {
  const [, , liveOnly = [], withArchive = []] = PURCHASES.event
  const of = (lines: ConfirmationLine[], label: string) =>
    lines.find((line) => line.label === label)?.text
  const { label } = SALE_RULES.event_provided
  expect(of(liveOnly, '内容')).toBe('視聴チケット（配信のみ） 1枚')
  expect(of(liveOnly, label)).toMatch(/見逃し配信は含まれません。$/)
  expect(textOf(liveOnly)).not.toContain('終了から7日間')
  expect(of(withArchive, '内容')).toBe('視聴チケット（配信＋見逃し配信） 1枚')
  expect(of(withArchive, label)).toMatch(/見逃し配信は、終了から7日間です。$/)
})

it('takes no ticket back of a purchase of several seats, or with a discount', () => {
  const { label } = SALE_RULES.ticket_resale
  const labelsOf = (more: object) =>
    digitalTicketConfirmation({ ...ENTRY, ...more }).map((line) => line.label)
  expect(labelsOf({})).toContain(label)
  expect(labelsOf({ promotion: { ...code, percent: null } })).toContain(label)
  expect(labelsOf({ seats: 2 })).not.toContain(label)
  expect(labelsOf({ promotion: code })).not.toContain(label)
})

it('sells a ticket on in its type, and no longer than that is sold', () => {
  const [early, late] = ['2026-12-01T15:00:00.000Z', '2026-12-19T03:00:00.000Z']
  const as = (sales_until: string | null) =>
    textOf(
      digitalTicketConfirmation(
        asTyped({ ...ENTRY, resale_until: late }, aType({ name: '早割', sales_until })),
      ),
    )
  expect(as(early)).toContain('行けなくなったチケットは、12月2日(水) 00:00（日本時間）まで')
  expect(as(null)).toContain('行けなくなったチケットは、12月19日(土) 12:00（日本時間）まで')
  expect(as(early)).toContain('同じ券種として販売するため')
  expect(textOf(entry)).not.toContain('同じ券種として')
  expect(SALE_RULES.ticket_resale.text()).toContain('券種のあるチケットは、同じ券種として')
})

it('ends the sale of a seat that is held with its deadline, and not when others are sold out', () => {
  const [, held] = PURCHASES.event
  const { label } = SALE_RULES.event_application
  expect(held).toContainEqual({ label, text: '12月1日(火) 00:30（日本時間）までです。' })
  expect(textOf(PURCHASES.digital_ticket[3] ?? [])).toContain(
    '当選されたお席を、12月1日(火) 00:30（日本時間）までお取りしています。',
  )
})

it('says to applicants of a lottery what it says of all lotteries', () => {
  const sale = {
    ...{ opens_at: at, closes_at: at, announced_at: at, ends_at: start, buy_days: 3 },
    ...{ max_group: 1, members_first: false, then_sold: false },
  }
  const rules = lotteryRules({ sale, prices: [3_500, 3_500], konbini: true }, (of) => of)
  for (const sentence of [NOT_AUTOMATIC, WIN_LAPSES]) {
    expect(textOf(rules)).toContain(sentence)
    expect(SALE_RULES.entry_lottery.text()).toContain(sentence)
  }
  expect(textOf(rules)).toContain(`${BY_CARD}か${BY_KONBINI}`)
})

it('prints the same notice of resale on a ticket as in its confirmation', () => {
  expect(textOf(entry)).toContain(resaleNotice(ENTRY))
  expect(textOf(event)).toContain(resaleNotice(EVENT))
  const without = { ...EVENT, resale_until: null }
  expect(textOf(eventConfirmation(without))).toContain(resaleNotice(without))
})

it('makes the confirmation of what is bought', () => {
  expect(textOf(room)).toContain('本日 12月1日(火)に最初の1か月分 ¥500（税込）を')
  expect(textOf(room)).toContain('毎月1日に1か月分 ¥500（税込）を')
  expect(textOf(room)).toContain('合計は、¥6,000（税込）です')
  expect(textOf(roomConfirmation(500, '2026-12-30T16:00:00.000Z'))).toContain(
    '毎月31日（ない月は末日）に',
  )
  expect(textOf(event)).toContain('12月20日(日) 19:00（日本時間）から、配信をご覧いただけます。')
  expect(textOf(event)).toContain('見逃し配信は、終了から7日間です。')
  expect(textOf(event)).toContain('12月20日(日) 19:00（日本時間）までです。')
  expect(textOf(entry)).toContain('入場は、12月1日(火) 00:30 開場、19:00 開演（日本時間）です')
})

it('says in the confirmation how a ticket is paid in a convenience store, and nothing of a card', () => {
  const until = '2026-12-04T14:59:59.000Z'
  for (const lines of [eventConfirmation(EVENT, until), digitalTicketConfirmation(ENTRY, until)]) {
    expect(lines).toContainEqual({ label: '支払方法', text: BY_KONBINI })
    expect(textOf(lines)).toContain('12月4日(金) 23:59（日本時間）までに、コンビニエンスストア（')
    expect(textOf(lines)).toContain(REFUND_BY_TRANSFER)
    expect(textOf(lines)).not.toContain('カード')
  }
})

it('names the means of payment in every text about all sales', () => {
  for (const text of [sellerPage(), fileText('legal.md'), fileText('terms.md')])
    expect(text).toContain(PAYMENT_METHODS)
})

it('says in the help how a payment stands on a card’s statement, as the confirmation does', () => {
  const { label, text } = statementLine('aoi')
  expect(fileText('faq/payment.md')).toContain(`## ${label}には、`)
  expect(fileText('faq/payment.md')).toContain(text)
})

it('leaves payment and refunds out of the confirmation of a free entry ticket', () => {
  const free = digitalTicketConfirmation({
    ...{ amount: 0, venue: '青ホール', opens_at: at, starts_at: start },
    no_transfer: true,
    named: false,
  })
  expect(free.map(({ label }) => label)).toEqual(['お支払い', '内容', '会場', '日時', '譲渡'])
})

it('has the words of the Act in the confirmation of a named ticket', () => {
  const { label, text } = SALE_RULES.entry_named
  const named = digitalTicketConfirmation({ ...ENTRY, named: true })
  expect(named).toContainEqual({ label, text: text({}) })
  expect(text({})).toMatch(/同意のない有償での譲渡を禁止/)
  expect(text({})).toMatch(/氏名と連絡先を確認/)
})

it('mails the rules of every sale for an order of the last release', () => {
  const { notes } = emailCopyOf(
    { letter: 'purchased', kind: 'room', title: 'なにか', amount: 500, at, renewsAt: start },
    'https://room.example',
  )
  for (const name of RULES_OF.room) expect(notes.join()).toContain(SALE_RULES[name].text())
})
