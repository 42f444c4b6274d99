export interface Text {
  title: string
  version: number
  /** Markdown. */
  body: string
}
export interface AnsweredQuestion {
  question: string
  /** Markdown. */
  answer: string
}

const TITLE_MAX = 100
const VERSION_MAX = 1_000_000

/** Parses a text file: `title` and `version` in a front matter between lines of three dashes. Throws the reason. */
export function parseText(source: string): Text {
  const [, above, below = ''] = source.match(/^---\n([\s\S]*?)\n---\n([\s\S]*)$/) ?? []
  if (above === undefined) throw new Error('The file does not begin with title and version.')
  const fact = (name: string) => above.match(new RegExp(`^${name}:(.*)$`, 'm'))?.[1]?.trim() ?? ''
  const title = fact('title')
  const version = Number(fact('version'))
  const body = below.trim()
  if (title === '' || title.length > TITLE_MAX) throw new Error('The title is missing.')
  if (!Number.isInteger(version) || version < 1 || version > VERSION_MAX)
    throw new Error('The version is not a number.')
  if (body === '') throw new Error('The body is empty.')
  return { title, version, body }
}

/** Parses a topic's file: each heading is a question, followed by its answer. Throws the reason. */
export function parseFaq(source: string): AnsweredQuestion[] {
  const rows = source
    .split(/^## +/m)
    .slice(1)
    .map((part) => {
      const [question = '', ...answer] = part.split('\n')
      return { question: question.trim(), answer: answer.join('\n').trim() }
    })
  if (rows.length === 0) throw new Error('The file contains no question.')
  for (const { question, answer } of rows)
    if (question === '' || answer === '')
      throw new Error(`The question “${question}” has no answer.`)
  return rows
}
