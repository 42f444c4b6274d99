import { readFileSync } from 'node:fs'
import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type ConfirmationLine,
  digitalTicketConfirmation,
  eventConfirmation,
  roomConfirmation,
} from '#contract/orders/confirmation.ts'
import {
  BY_KONBINI,
  PAYMENT_METHODS,
  REFUND_BY_TRANSFER,
  RULES_OF,
  SALE_RULES,
  type SaleRule,
} from '#contract/orders/sale-rules.ts'
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
const CONFIRMED = { room, event, digital_ticket: entry }

type Kind = keyof typeof RULES_OF
const KINDS = Object.keys(RULES_OF) as Kind[]
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

function mailOf(kind: Kind): string {
  const { paragraphs, notes } = emailCopyOf(
    {
      ...{ letter: 'purchased', kind, title: 'なにか', amount: 500, at, renewsAt: null },
      confirmed: CONFIRMED[kind],
    },
    'https://room.example',
  )
  return [...paragraphs, ...notes].join('\n')
}

/** The texts in which each rule of a product must appear: those about one purchase, and those about all sales. */
const PLACES: Record<string, (kind: Kind) => { text: string; of: 'bought' | 'all' }> = {
  confirmation: (kind) => ({ text: textOf(CONFIRMED[kind]), of: 'bought' }),
  'seller’s page': () => ({ text: sellerPage(), of: 'all' }),
  'site’s page': () => ({ text: fileText('legal.md'), of: 'all' }),
  terms: () => ({ text: fileText('terms.md'), of: 'all' }),
  help: () => ({ text: fileText('faq/payment.md'), of: 'all' }),
  mail: (kind) => ({ text: mailOf(kind), of: 'bought' }),
}

describe.each(Object.entries(PLACES))('rules of a sale: %s', (_, place) => {
  it.each(KINDS)('has each rule of %s', (kind) => {
    const { text, of } = place(kind)
    const missing = RULES_OF[kind].filter((name) => {
      const { label, text: rule }: SaleRule = SALE_RULES[name]
      const confirmed = CONFIRMED[kind].find((line) => line.label === label)?.text
      return !text.includes(of === 'bought' ? (confirmed ?? name) : rule())
    })
    expect(missing).toEqual([])
  })
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

it('leaves payment and refunds out of the confirmation of a free entry ticket', () => {
  const free = digitalTicketConfirmation({
    ...{ amount: 0, venue: '青ホール', opens_at: at, starts_at: start },
    no_transfer: true,
    named: false,
  })
  expect(free.map(({ label }) => label)).toEqual(['お支払い', '内容', '日時', '会場', '譲渡'])
})

it('has the words of the Act on a named ticket in its confirmation and in the terms, and on no other', () => {
  const { label, text } = SALE_RULES.entry_named
  const named = digitalTicketConfirmation({
    ...{ amount: 3_500, venue: '青ホール', opens_at: at, starts_at: start },
    no_transfer: false,
    named: true,
  })
  expect(named).toContainEqual({ label, text: text() })
  expect(entry.map((line) => line.label)).not.toContain(label)
  expect(fileText('terms.md')).toContain(text())
  expect(text()).toMatch(/同意のない有償での譲渡を禁止/)
  expect(text()).toMatch(/氏名と連絡先を確認/)
})

it('mails the rules of every sale for an order of the last release', () => {
  const { notes } = emailCopyOf(
    { letter: 'purchased', kind: 'room', title: 'なにか', amount: 500, at, renewsAt: start },
    'https://room.example',
  )
  for (const name of RULES_OF.room) expect(notes.join()).toContain(SALE_RULES[name].text())
})
