import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { TEXTS, type TextSlug, type Topic } from '#contract/site/calls.ts'
import { jsonOf } from '#server/db/json.ts'
import { renderMarkdown } from '#server/http/markdown.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, GivenDeps } from '#server/process/deps.ts'
import { findHelp } from './help-queries.ts'
import { ownFiles } from './own-files.ts'
import { type AnsweredQuestion, parseFaq, parseText, type Text } from './parse.ts'
import { addVersion, findText, isThere, isWrittenHere } from './queries.ts'
import { feePercentAt } from './service-fee.ts'
import { type Facts, siteFactsOf, unsaid } from './site-facts.ts'

/** The column of help answers that an operator has written. */
export const answersIn = jsonOf(z.array(z.object({ question: z.string(), answer: z.string() })))

/** A question of a topic, with its answer as HTML. */
interface Answer {
  id: string
  question: string
  answer_html: string
}

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
export class SiteContent {
  readonly #deps: Deps
  readonly #facts
  readonly #folder
  readonly #ownText
  readonly #ownFaq
  readonly #ownSource
  /** Answers of this release, by topic and fee. */
  readonly #faq = new Map<string, Promise<Answer[]>>()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#facts = siteFactsOf(deps.config)
    this.#folder = join(deps.config.dataDir, 'content')
    this.#ownText = ownFiles(this.#folder, deps.log, async (source) => {
      const text = parseText(assertKnownFacts(this.#facts, source))
      await this.#rendered(text)
      return text
    })
    this.#ownFaq = ownFiles(this.#folder, deps.log, (source) =>
      parseFaq(assertKnownFacts(this.#facts, source)),
    )
    this.#ownSource = ownFiles(this.#folder, deps.log, (source) =>
      parseText(assertKnownFacts(this.#facts, source)),
    )
  }

  #feeNow() {
    return feePercentAt(this.#deps.read, isoNow(this.#deps))
  }

  async render(markdown: string) {
    return renderMarkdown(this.#facts.fill(markdown, await this.#feeNow()))
  }

  async #rendered(text: Text) {
    const body_html = await this.render(text.body)
    if (body_html.replace(/<[^>]*>/g, '').trim() === '')
      throw new Error('The text has no content that may be shown.')
    return {
      title: text.title,
      version: text.version,
      body_html,
      missing: this.#facts.missingIn(text.body),
    }
  }

  #answers(rows: AnsweredQuestion[], topic: Topic): Promise<Answer[]> {
    return Promise.all(
      rows.map(async ({ question, answer }, at) => ({
        id: `${topic}-${at + 1}`,
        question,
        answer_html: await this.render(answer),
      })),
    )
  }

  /** Throws if nothing of it may be shown. */
  preview(body: string) {
    return this.#rendered({ title: '', version: 1, body })
  }

  /** Placeholders of unknown facts. */
  unknownIn(body: string) {
    return this.#facts.unknownIn(body)
  }

  async text(slug: TextSlug) {
    const text = await findText(this.#deps.read, slug, isoNow(this.#deps))
    const own = text?.source === 'operator' ? null : await this.#ownText(fileOf(slug))
    if (own)
      return { ...(await this.#rendered(own.parsed)), published_at: own.changed.toISOString() }
    return text && { ...(await this.#rendered(text)), published_at: text.published_at }
  }

  /**
   * The text without operators' versions from the admin pages; `changed`: time of change of the operator's own
   * file.
   */
  async filedText(slug: TextSlug): Promise<{ text: Text; changed: Date | null }> {
    const own = await this.#ownSource(fileOf(slug))
    return { text: own?.parsed ?? parseText(ours(fileOf(slug))), changed: own?.changed ?? null }
  }

  async filedFaq(topic: Topic): Promise<AnsweredQuestion[]> {
    return (await this.#ownFaq(faqFileOf(topic)))?.parsed ?? parseFaq(ours(faqFileOf(topic)))
  }

  async faq(topic: Topic) {
    const written = await findHelp(this.#deps.read, topic)
    if (written?.entries) return this.#answers(answersIn(written.entries), topic)
    const own = await this.#ownFaq(faqFileOf(topic))
    if (own) return this.#answers(own.parsed, topic)
    const key = `${topic} ${await this.#feeNow()}`
    const known = this.#faq.get(key) ?? this.#answers(parseFaq(ours(faqFileOf(topic))), topic)
    this.#faq.set(key, known)
    return known
  }
}

/** Throws on a misspelled fact, which would appear as missing on a legal page. */
function assertKnownFacts(facts: Facts, source: string): string {
  const unknown = facts.unknownIn(source)
  if (unknown.length > 0) throw new Error(`Unknown fact {{${unknown[0]}}}.`)
  return source
}
