import { readFileSync } from 'node:fs'
import { TEXTS, type TextSlug, type Topic } from '#contract/site.ts'
import type { Deps } from '#server/deps.ts'
import { renderMarkdown } from '#server/http/markdown.ts'
import { addVersion } from './queries.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../content/${name}.md`, import.meta.url), 'utf8')

/** A legal text as the repository has it: `title` and `version` stand above it. */
function readText(slug: TextSlug) {
  const [, title, version, body] =
    read(slug).match(/^---\ntitle: (.+)\nversion: (\d+)\n---\n([\s\S]+)$/) ?? []
  if (!title || !version || !body) throw new Error(`content/${slug}.md lacks title or version`)
  return { slug, title, version: Number(version), body: body.trim() }
}

/** Publishes the legal texts of this release that the database does not have yet. Run at every start. */
export async function seedTexts({ db, clock, newId }: Pick<Deps, 'db' | 'clock' | 'newId'>) {
  const published_at = clock.now().toISOString()
  for (const slug of TEXTS) await addVersion(db, { ...readText(slug), id: newId(), published_at })
}

/** Questions are the headings of a topic's file, what follows each is its answer. */
export function readFaq(topic: Topic) {
  const parts = read(`faq/${topic}`).split(/^## /m).slice(1)
  return Promise.all(
    parts.map(async (part, at) => {
      const [question = '', ...answer] = part.split('\n')
      return {
        id: `${topic}-${at + 1}`,
        question: question.trim(),
        answer_html: await renderMarkdown(answer.join('\n')),
      }
    }),
  )
}
