import { entryOf } from '#contract/lib/defined.ts'
import type { Schema } from '#server/db/schema.ts'
import type { SellerFacts } from '#server/features/payments/seller.ts'
import type { DemoPerson } from './people.ts'
import { type Book, DAY } from './tables.ts'

const SELLERS: Record<
  string,
  Partial<Schema['seller_account']> & { facts?: Partial<SellerFacts> }
> = {
  aoi: {
    state: 'ready',
    facts: { name: '藍川 葵', address: '東京都杉並区架空町1-1-1', phone: '03-0000-0000' },
  },
  hinata: { state: 'ready' },
  yukie: {
    state: 'ready',
    invoice_number: 'T1234567890123',
    facts: {
      name: '森田食品工房',
      address: '北海道旭川市1条通1-1',
      phone: '0166-00-0000',
      disclosed: true,
    },
  },
  tabi: { state: 'ready' },
  shima_books: { state: 'ready' },
  sanshoya: { state: 'ready' },
  nekonote: { state: 'ready' },
  film_bu: { state: 'review', reasons: JSON.stringify(['本人確認の書類を確認しています。']) },
  ito: { state: 'ready' },
  sae: {
    state: 'more_needed',
    reasons: JSON.stringify(['本人確認の書類をあと1点、12月10日までにお送りください。']),
  },
  mouke: {
    state: 'blocked',
    reasons: JSON.stringify(['利用規約に反する販売が確認されたため、停止しています。']),
  },
  akari: { state: 'none' },
}

export function addSellers(book: Book, people: Map<string, DemoPerson>) {
  for (const [name, { facts, ...account }] of Object.entries(SELLERS)) {
    const { id, display_name } = entryOf(people, name)
    const sells = account.state === 'ready' || account.state === 'more_needed'
    book.add('seller_account', {
      user_id: id,
      account_ref: account.state === 'none' ? null : `acct_demo_${name}`,
      state: 'ready',
      reasons: '[]',
      charges_enabled: sells ? 1 : 0,
      jcb_payments: name === 'yukie' ? 1 : 0,
      konbini_payments: 1,
      invoice_number: null,
      updated_at: book.ago(20 * DAY),
      payouts_enabled: sells ? 1 : 0,
      payout_day: null,
      shown_hash: null,
      invoice_since: null,
      terms_accepted_at: account.state === 'none' ? null : book.ago(100 * DAY),
      ...account,
      seller: JSON.stringify({
        name: display_name,
        address: '',
        phone: '',
        disclosed: false,
        email: `${name}@example.com`,
        ...facts,
      } satisfies SellerFacts),
    })
  }
}

export function addCards(book: Book, people: Map<string, DemoPerson>) {
  const cards = [
    { name: 'haru', brand: 'visa', last4: '4242', exp_year: 4, main: 1 as const },
    { name: 'haru', brand: 'mastercard', last4: '4444', exp_year: 2, main: 0 as const },
    { name: 'aoi', brand: 'amex', last4: '0005', exp_year: 3, main: 1 as const },
  ]
  for (const name of ['haru', 'aoi'])
    book.add('customer', {
      user_id: entryOf(people, name).id,
      customer_ref: `cus_demo_${name}`,
    })
  for (const [n, { name, exp_year, ...card }] of cards.entries())
    book.add('saved_card', {
      id: book.newId(),
      user_id: entryOf(people, name).id,
      method_ref: `pm_demo_${n + 1}`,
      ...card,
      exp_month: 3 + n * 4,
      exp_year: new Date(book.now).getUTCFullYear() + exp_year,
      created_at: book.ago((200 - n * 30) * DAY),
    })
}
