import { SANDBOX_PATH, SITE_TITLE } from '#contract/limits.ts'
import type { TextSlug, Topic } from '#contract/site.ts'
import type { Deps } from '#server/deps.ts'
import { renderMarkdown } from '#server/http/markdown.ts'
import { notFound } from '#server/http/refusal.ts'
import { readFaq } from './content.ts'
import { factsOf } from './facts.ts'
import * as query from './queries.ts'

export function siteService({
  read,
  config,
  push,
  log,
}: Pick<Deps, 'read' | 'config' | 'push' | 'log'>) {
  const faq = new Map<Topic, ReturnType<typeof readFaq>>()
  const facts = factsOf(config)
  const isSandbox = config.payments.provider === 'sandbox'

  /** Everything else works without notifications. */
  const pushKey = () =>
    push.publicKey().catch((error: unknown) => {
      log.error({ error: String(error) }, 'notifications have no key')
      return null
    })

  return {
    getConfig: async () => ({
      site: { url: config.siteUrl, title: SITE_TITLE, indexable: config.indexable },
      payments: {
        provider: config.payments.provider,
        publishable_key: config.payments.publishableKey || null,
        api_base: isSandbox ? SANDBOX_PATH : null,
      },
      push: {
        vapid_public_key: await pushKey(),
        firebase: config.push.firebase?.web ?? null,
      },
      social: [],
      seller: { name: config.seller.name || SITE_TITLE, url: config.seller.url || null },
      accounts: config.accounts,
      demo: config.demo,
    }),

    async getText(slug: TextSlug) {
      const text = await query.findText(read, slug)
      if (!text) throw notFound()
      const asked = text.body.includes('{{seller')
      return {
        slug,
        title: text.title,
        body_html: await renderMarkdown(facts.fill(text.body)),
        version: text.version,
        published_at: text.published_at,
        complete: facts.complete || !asked,
      }
    },

    /** Read once, when somebody first asks. */
    listFaq(topic: Topic) {
      const known = faq.get(topic) ?? readFaq(topic)
      faq.set(topic, known)
      return known
    },
  }
}
