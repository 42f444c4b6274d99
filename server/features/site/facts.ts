import { SELLER_ON_REQUEST } from '#contract/messages.ts'
import type { Config } from '#server/config/config.ts'
import { sentOutside } from './sent-outside.ts'

const MISSING = '（準備中）'
/** What the law asks for and nobody but whoever runs the site can say, as people call it. */
const NEEDED = { seller_name: '事業者の名称', seller_url: 'お問い合わせ先' } as const

/** `{{seller_name}}` and its like. */
const PLACE = /\{\{(\w+)\}\}/g

/** What a text says of this deployment, from the configuration. */
export function factsOf(config: Pick<Config, Known>) {
  const { seller, siteUrl } = config
  const facts: Record<string, string> = {
    seller_name: seller.name,
    seller_url: seller.url,
    seller_representative: seller.representative || SELLER_ON_REQUEST,
    seller_address: seller.address || SELLER_ON_REQUEST,
    seller_phone: seller.phone || SELLER_ON_REQUEST,
    site_url: siteUrl,
    on_request: SELLER_ON_REQUEST,
    // Of a day: filled in when somebody reads.
    fee_percent: '',
    sent_outside: sentOutside(config),
  }
  return {
    fill: (text: string, feePercent: number) => {
      const today: typeof facts = { ...facts, fee_percent: String(feePercent) }
      return text.replace(PLACE, (_, name: string) => today[name] || MISSING)
    },
    /** The needed facts that a text speaks of and nobody has given. */
    missingIn: (text: string) =>
      Object.entries(NEEDED)
        .filter(([name]) => !facts[name] && text.includes(`{{${name}}}`))
        .map(([, words]) => words),
    /** What a text asks for that there is no such thing as. */
    unknownIn: (text: string) =>
      [...text.matchAll(PLACE)].map(([, name]) => name!).filter((name) => !(name in facts)),
  }
}
type Known = 'seller' | 'siteUrl' | 'payments' | 'push' | 'live' | 'contentful'
export type Facts = ReturnType<typeof factsOf>

/** What the page of the seller says only on request, by the names of the configuration. */
export const unsaid = ({ seller }: Pick<Config, 'seller'>) =>
  [
    !seller.name && 'SELLER_NAME',
    !seller.url && 'SELLER_URL',
    !seller.representative && 'SELLER_REPRESENTATIVE',
    !seller.address && 'SELLER_ADDRESS',
    !seller.phone && 'SELLER_PHONE',
  ].filter((name) => name !== false)
