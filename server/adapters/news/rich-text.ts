import { escaped } from '#contract/markup.ts'

type Node = Record<string, unknown>
/** Finds the picture behind a link. */
export type PictureOf = (id: string) => { url: string; alt: string } | null

const MAX_DEPTH = 20
const BLOCKS: Record<string, string> = {
  paragraph: 'p',
  'heading-1': 'h2',
  'heading-2': 'h2',
  'heading-3': 'h3',
  'heading-4': 'h4',
  'heading-5': 'h4',
  'heading-6': 'h4',
  'unordered-list': 'ul',
  'ordered-list': 'ol',
  'list-item': 'li',
  blockquote: 'blockquote',
  table: 'table',
  'table-row': 'tr',
  'table-cell': 'td',
  'table-header-cell': 'th',
}
const MARKS: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  code: 'code',
  strikethrough: 'del',
}

/**
 * Contentful's rich text as HTML (contentful.com/developers/docs/concepts/rich-text). It comes from elsewhere: whatever
 * it holds is taken as it may be, and the whole is sanitised by whoever shows it.
 */
export function richTextHtml(document: unknown, pictureOf: PictureOf): string {
  const inside = (node: Node, depth: number): string =>
    Array.isArray(node.content) ? node.content.map((one) => write(one, depth + 1)).join('') : ''

  function write(given: unknown, depth: number): string {
    if (depth > MAX_DEPTH || typeof given !== 'object' || given === null) return ''
    const node = given as Node
    const type = String(node.nodeType)
    const data = (node.data ?? {}) as Node
    if (type === 'text') return marked(node)
    if (type === 'hr') return '<hr>'
    if (type === 'hyperlink')
      return `<a href="${escaped(String(data.uri ?? ''))}">${inside(node, depth)}</a>`
    if (type === 'embedded-asset-block') return picture(data)
    const tag = BLOCKS[type]
    return tag ? `<${tag}>${inside(node, depth)}</${tag}>` : inside(node, depth)
  }

  function picture({ target }: Node): string {
    const { id } = ((target as Node | undefined)?.sys ?? {}) as Node
    const found = typeof id === 'string' ? pictureOf(id) : null
    return found ? `<img src="${escaped(found.url)}" alt="${escaped(found.alt)}">` : ''
  }

  return write(document, 0)
}

function marked({ value, marks }: Node): string {
  const text = escaped(String(value ?? '')).replaceAll('\n', '<br>')
  const tags = (Array.isArray(marks) ? marks : []).flatMap(
    (mark) => MARKS[String((mark as Node | null)?.type)] ?? [],
  )
  return tags.reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, text)
}
