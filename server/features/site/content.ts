import { readFileSync } from 'node:fs'
import type { TextSlug, Topic } from '#contract/site.ts'
import { renderMarkdown } from '#server/http/markdown.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../content/${name}.md`, import.meta.url), 'utf8')

/** A legal text as the repository has it: `title` and `version` stand above it. */
export function readText(slug: TextSlug) {
  const [, title, version, body] =
    read(slug).match(/^---\ntitle: (.+)\nversion: (\d+)\n---\n([\s\S]+)$/) ?? []
  if (!title || !version || !body) throw new Error(`content/${slug}.md lacks title or version`)
  return { slug, title, version: Number(version), body: body.trim() }
}

/** Questions are the headings of a topic's file, what follows each is its answer. */
export function readFaq(topic: Topic) {
  const parts = read(`faq/${topic}`).split(/^## /m).slice(1)
  return parts.map((part, at) => {
    const [question = '', ...answer] = part.split('\n')
    return {
      id: `${topic}-${at + 1}`,
      question: question.trim(),
      answer_html: renderMarkdown(answer.join('\n')),
    }
  })
}
