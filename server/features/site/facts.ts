import { SELLER_ON_REQUEST } from '#contract/messages.ts'
import type { Config } from '#server/config.ts'

const MISSING = '（準備中）'

/** What a text says of this deployment: `{{seller_name}}` and its like, from the configuration. */
export function factsOf({ seller, siteUrl }: Config) {
  const given = { seller_name: seller.name, seller_url: seller.url }
  const facts: Record<string, string> = {
    seller_name: seller.name || MISSING,
    seller_url: seller.url || MISSING,
    site_url: siteUrl,
    on_request: SELLER_ON_REQUEST,
  }
  return {
    complete: Object.values(given).every(Boolean),
    fill: (body: string) => body.replace(/\{\{(\w+)\}\}/g, (_, name) => facts[name] ?? MISSING),
  }
}
