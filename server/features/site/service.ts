import { SANDBOX_PATH } from '#contract/payments/limits.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { TextSlug } from '#contract/site/calls.ts'
import { SOCIAL_PROVIDERS } from '#contract/social/calls.ts'
import { orNotFound } from '#server/http/api-error.ts'
import type { Deps } from '#server/process/deps.ts'
import type { SiteContent } from './content.ts'
import type { Switches } from './switches.ts'

/** Null on failure: everything except notifications works without the key. */
const pushKeyOf = ({ push, log }: Deps) =>
  push.publicKey().catch((error: unknown) => {
    log.error({ error: String(error) }, 'Could not load the VAPID key of notifications.')
    return null
  })

export async function getConfig(deps: Deps, switches: Switches) {
  const { config, converter } = deps
  const isSandbox = config.payments.provider === 'sandbox'
  return {
    site: { url: config.siteUrl, title: SITE_TITLE, indexable: config.indexable },
    payments: {
      provider: config.payments.provider,
      publishable_key: config.payments.publishableKey || null,
      api_base: isSandbox ? SANDBOX_PATH : null,
    },
    push: {
      vapid_public_key: await pushKeyOf(deps),
      firebase: config.push.firebase?.web ?? null,
    },
    social: SOCIAL_PROVIDERS.filter((provider) => config.social[provider] !== null),
    seller: { name: config.seller.name || SITE_TITLE, url: config.seller.url || null },
    accounts: config.accounts,
    switches: (await switches.load()).switches,
    news_elsewhere: config.contentful !== null,
    converts_films: (await converter()) !== null,
    demo: config.demo,
  }
}

export async function getText(content: SiteContent, slug: TextSlug) {
  const text = orNotFound(await content.text(slug))
  return { slug, ...text, complete: text.missing.length === 0 }
}
