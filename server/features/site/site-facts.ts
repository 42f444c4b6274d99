import { SELLER_ON_REQUEST } from '#contract/monetization/messages.ts'
import {
  PAYMENT_METHODS,
  REFUND_BY_TRANSFER,
  SALE_RULES,
  type SaleRule,
} from '#contract/orders/sale-rules.ts'
import { statementText } from '#contract/payments/statement.ts'
import { HELD_AT_MOST_DAYS, SALES_DAYS } from '#contract/payouts/limits.ts'
import { PAST_DUE_RULE } from '#contract/rooms/messages.ts'
import { SEATS_MAX } from '#contract/tickets/limits.ts'
import type { Config } from '#server/config/config.ts'
import { sentOutside } from './sent-outside.ts'

/** Each rule of a sale under its name. */
const rules = Object.fromEntries(
  Object.entries<SaleRule>(SALE_RULES).map(([name, { text }]) => [name, text()]),
)

const MISSING = '（準備中）'
/** Facts required by law that only the operator knows, with their labels. */
const NEEDED = { seller_name: '事業者の名称', seller_url: 'お問い合わせ先' } as const

/** Placeholder such as `{{seller_name}}`. */
const PLACE = /\{\{(\w+)\}\}/g

/** Facts of this deployment for texts, from the configuration. */
export function siteFactsOf(config: Pick<Config, ConfigKey>) {
  const { seller, siteUrl } = config
  const facts: Record<string, string> = {
    seller_name: seller.name,
    seller_url: seller.url,
    seller_representative: seller.representative || SELLER_ON_REQUEST,
    seller_address: seller.address || SELLER_ON_REQUEST,
    seller_phone: seller.phone || SELLER_ON_REQUEST,
    site_url: siteUrl,
    on_request: SELLER_ON_REQUEST,
    ...rules,
    payment_methods: PAYMENT_METHODS,
    refund_by_transfer: REFUND_BY_TRANSFER,
    past_due_rule: PAST_DUE_RULE,
    statement_example: statementText('aoi'),
    sales_days: String(SALES_DAYS),
    seats_max: String(SEATS_MAX),
    held_at_most_days: String(HELD_AT_MOST_DAYS),
    // Depends on the date: filled in at each request.
    fee_percent: '',
    sent_outside: sentOutside(config),
  }
  return {
    fill: (text: string, feePercent: number) => {
      const today: typeof facts = { ...facts, fee_percent: String(feePercent) }
      return text.replace(PLACE, (_, name: string) => today[name] || MISSING)
    },
    /** Required facts used by a text but not configured. */
    missingIn: (text: string) =>
      Object.entries(NEEDED)
        .filter(([name]) => !facts[name] && text.includes(`{{${name}}}`))
        .map(([, label]) => label),
    /** Unknown facts used by a text. */
    unknownIn: (text: string) =>
      [...text.matchAll(PLACE)].flatMap(([, name = '']) => (name in facts ? [] : [name])),
  }
}
type ConfigKey = 'seller' | 'siteUrl' | 'payments' | 'push' | 'live' | 'contentful'
export type Facts = ReturnType<typeof siteFactsOf>

/** Configuration names of seller facts that /legal shows on request only. */
export const unsaid = ({ seller }: Pick<Config, 'seller'>) =>
  [
    !seller.name && 'SELLER_NAME',
    !seller.url && 'SELLER_URL',
    !seller.representative && 'SELLER_REPRESENTATIVE',
    !seller.address && 'SELLER_ADDRESS',
    !seller.phone && 'SELLER_PHONE',
  ].filter((name) => name !== false)
