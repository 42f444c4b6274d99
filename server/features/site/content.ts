import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TEXTS, type TextSlug, type Topic } from '#contract/site/calls.ts'
import { renderMarkdown } from '#server/http/markdown.ts'
import type { Deps, GivenDeps } from '#server/process/deps.ts'
import { type Facts, siteFactsOf, unsaid } from './facts.ts'
import { feePercentAt } from './fee.ts'
import { findHelp } from './help-queries.ts'
import { ownFiles } from './own-files.ts'
import { type AnsweredQuestion, parseFaq, parseText, type Text } from './parse.ts'
import { addVersion, findText, isThere, isWrittenHere } from './queries.ts'

const ours = (name: string) =>
  readFileSync(new URL(`../../content/${name}`, import.meta.url), 'utf8')
const fileOf = (slug: TextSlug) => `${slug}.md`
const faqFileOf = (topic: Topic) => `faq/${topic}.md`

/**
 * Publishes legal texts of this release that the database lacks, without replacing operators' texts. Runs at every
 * start.
 */
export async function seedTexts({ db, read, clock, newId, config, log }: GivenDeps) {
  const published_at = clock.now().toISOString()
  for (const slug of TEXTS) {
    const text = parseText(ours(fileOf(slug)))
    if ((await isWrittenHere(read, slug)) || (await isThere(read, slug, text.version))) continue
    const facts = { consent: 0, source: 'release', actor_id: null, published_at } as const
    await addVersion(db, { slug, ...text, ...facts, id: newId() })
  }
  const missing = unsaid(config)
  if (config.indexable && missing.length > 0)
    log.warn({ missing }, 'The page /legal shows these facts on request only.')
}

/**
 * Content of the site, by precedence: operators' texts from the admin pages, operators' files, texts of this release.
 */
export function contentOf({ read, config, clock, log }: Deps) {
  const facts = siteFactsOf(config)
  const folder = join(config.dataDir, 'content')

  const feeNow = () => feePercentAt(read, clock.now().toISOString())
  const render = async (markdown: string) => renderMarkdown(facts.fill(markdown, await feeNow()))
  const rendered = async (text: Text) => {
    const body_html = await render(text.body)
    if (body_html.replace(/<[^>]*>/g, '').trim() === '')
      throw new Error('The text has no content that may be shown.')
    return {
      title: text.title,
      version: text.version,
      body_html,
      missing: facts.missingIn(text.body),
    }
  }
  const answers = (rows: AnsweredQuestion[], topic: Topic) =>
    Promise.all(
      rows.map(async ({ question, answer }, at) => ({
        id: `${topic}-${at + 1}`,
        question,
        answer_html: await render(answer),
      })),
    )

  const ownText = ownFiles(folder, log, async (source) => {
    const text = parseText(assertKnownFacts(facts, source))
    await rendered(text)
    return text
  })
  const ownFaq = ownFiles(folder, log, (source) => parseFaq(assertKnownFacts(facts, source)))
  const ownSource = ownFiles(folder, log, (source) => parseText(assertKnownFacts(facts, source)))
  /** Answers of this release, by topic and fee. */
  const faq = new Map<string, ReturnType<typeof answers>>()

  return {
    /** HTML of a text as readers see it. */
    render,
    /** Throws if nothing of it may be shown. */
    preview: (body: string) => rendered({ title: '', version: 1, body }),
    /** Placeholders of unknown facts. */
    unknownIn: facts.unknownIn,

    async text(slug: TextSlug) {
      const text = await findText(read, slug, clock.now().toISOString())
      const own = text?.source === 'operator' ? null : await ownText(fileOf(slug))
      if (own) return { ...(await rendered(own.parsed)), published_at: own.changed.toISOString() }
      return text && { ...(await rendered(text)), published_at: text.published_at }
    },
    /**
     * The text without operators' versions from the admin pages; `changed`: time of change of the operator's own
     * file.
     */
    async filedText(slug: TextSlug): Promise<{ text: Text; changed: Date | null }> {
      const own = await ownSource(fileOf(slug))
      return { text: own?.parsed ?? parseText(ours(fileOf(slug))), changed: own?.changed ?? null }
    },
    async filedFaq(topic: Topic): Promise<AnsweredQuestion[]> {
      return (await ownFaq(faqFileOf(topic)))?.parsed ?? parseFaq(ours(faqFileOf(topic)))
    },

    async faq(topic: Topic) {
      const written = await findHelp(read, topic)
      if (written?.entries) return answers(JSON.parse(written.entries) as AnsweredQuestion[], topic)
      const own = await ownFaq(faqFileOf(topic))
      if (own) return answers(own.parsed, topic)
      const key = `${topic} ${await feeNow()}`
      const known = faq.get(key) ?? answers(parseFaq(ours(faqFileOf(topic))), topic)
      faq.set(key, known)
      return known
    },
  }
}

/** Throws on a misspelled fact, which would appear as missing on a legal page. */
function assertKnownFacts(facts: Facts, source: string): string {
  const unknown = facts.unknownIn(source)
  if (unknown.length > 0) throw new Error(`Unknown fact {{${unknown[0]}}}.`)
  return source
}
