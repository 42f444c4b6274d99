import { html } from 'hono/html'
import type { World } from '../core/answer.ts'
import type { Kinds } from '../core/kinds.ts'
import { createScope } from '../core/scope.ts'
import { expireVoucher, payInStore } from '../payments/attempt.ts'
import { findPage } from '../payments/challenge.ts'
import { layout } from './layout.ts'

type Intent = Kinds['payment_intent']
type Outcome = 'paid' | 'expired'

const STORES = {
  familymart: 'ファミリーマート',
  lawson: 'ローソン',
  ministop: 'ミニストップ',
  seicomart: 'セイコーマート',
} as const

/** The provider's page with the payment number, and buttons for what happens in a store. */
export function voucherPage(world: World, id: string) {
  const page = findPage(world.db, 'voucher', id)
  return page ? shown(createScope(world, page.account).take('payment_intent', page.subject)) : null
}

/** A customer pays, also too late, or the number expires. */
export function answerVoucher(world: World, id: string, outcome: Outcome) {
  const page = findPage(world.db, 'voucher', id)
  if (!page) return null
  const act = outcome === 'paid' ? payInStore : expireVoucher
  world.db.transaction(() => act(createScope(world, page.account), page.subject)).immediate()
  return voucherPage(world, id)
}

const STATES: Partial<Record<Intent['status'], string>> = {
  requires_action: 'お支払いを待っています',
  succeeded: 'お支払いが済みました',
  canceled: 'この番号は取り消されました',
}

const shown = (intent: Intent) =>
  layout(
    'コンビニ払い（テストモード）',
    html`<h1>コンビニ払い</h1>
      <p>${STATES[intent.status] ?? 'この番号の期限は過ぎました'}</p>
      <dl>
        <dt>お支払い金額</dt><dd>${intent.amount.toLocaleString('ja-JP')}円</dd>
        ${numbersOf(intent)}
      </dl>
      ${
        intent.status === 'succeeded'
          ? ''
          : html`<form method="post">
            <button class="main" name="outcome" value="paid">お店で支払う</button>
            <button name="outcome" value="expired">期限切れにする</button>
          </form>`
      }`,
  )

function numbersOf({ next_action }: Intent) {
  const { stores } = next_action?.konbini_display_details ?? {}
  if (!stores) return ''
  return Object.entries(STORES).map(([name, label]) => {
    const store = stores[name as keyof typeof STORES]
    return store
      ? html`<dt>${label}</dt><dd>${store.payment_code} / ${store.confirmation_number ?? ''}</dd>`
      : ''
  })
}
