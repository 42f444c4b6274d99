export interface Text {
  title: string
  version: number
  /** Markdown. */
  body: string
}
export interface Answered {
  question: string
  /** Markdown. */
  answer: string
}

const TITLE_MAX = 100
const VERSION_MAX = 1_000_000

/** A text as its file has it: `title` and `version` stand above it, between lines of three dashes. Throws why not. */
export function parseText(source: string): Text {
  const [, above, below = ''] = source.match(/^---\n([\s\S]*?)\n---\n([\s\S]*)$/) ?? []
  if (above === undefined) throw new Error('it does not begin with title and version')
  const fact = (name: string) => above.match(new RegExp(`^${name}:(.*)$`, 'm'))?.[1]?.trim() ?? ''
  const title = fact('title')
  const version = Number(fact('version'))
  const body = below.trim()
  if (title === '' || title.length > TITLE_MAX) throw new Error('it has no title')
  if (!Number.isInteger(version) || version < 1 || version > VERSION_MAX)
    throw new Error('its version is no number')
  if (body === '') throw new Error('it says nothing')
  return { title, version, body }
}

/** Questions are the headings of a topic's file, what follows each is its answer. Throws why not. */
export function parseFaq(source: string): Answered[] {
  const rows = source
    .split(/^## +/m)
    .slice(1)
    .map((part) => {
      const [question = '', ...answer] = part.split('\n')
      return { question: question.trim(), answer: answer.join('\n').trim() }
    })
  if (rows.length === 0) throw new Error('it asks nothing')
  for (const { question, answer } of rows)
    if (question === '' || answer === '') throw new Error(`“${question}” has no answer`)
  return rows
}
