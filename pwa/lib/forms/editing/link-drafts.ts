import { propertiesOf, stringOf } from '../../unknown.ts'

export interface LinkDraft {
  title: string
  url: string
}

/** Links as a form value: one JSON text, as it is sent. */
export const linksText = (links: readonly LinkDraft[]) =>
  JSON.stringify(links.map(({ title, url }) => ({ title, url })))

function linkOf(link: unknown): LinkDraft {
  const { title, url } = propertiesOf(link)
  return { title: stringOf(title), url: stringOf(url) }
}

export function linksIn(text: string): LinkDraft[] {
  try {
    const links: unknown = JSON.parse(text)
    return Array.isArray(links) ? links.map(linkOf) : []
  } catch {
    return [] // No links yet.
  }
}

const isFilled = ({ title, url }: LinkDraft) => title.trim() !== '' || url.trim() !== ''

/** Removes empty rows. */
export const withoutBlanks = (text: string) => linksText(linksIn(text).filter(isFilled))

/** Maps `2つ目のリンクのURLは…` to a row, counting only filled ones, and its field. */
export function faultIn(links: readonly LinkDraft[], error: string | undefined) {
  const nth = Number(error?.match(/^(\d+)つ目のリンク/)?.[1])
  const rows = links.flatMap((link, row) => (isFilled(link) ? [row] : []))
  const row = rows[nth - 1]
  if (error === undefined || row === undefined) return null
  return { row, field: /^\d+つ目のリンクのURL/.test(error) ? 'url' : 'title' } as const
}
