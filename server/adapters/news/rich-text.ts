import { escaped } from '#contract/lib/markup.ts'

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {})

/** Resolves a linked asset to its picture. */
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
 * Converts Contentful's rich text (contentful.com/developers/docs/concepts/rich-text) to HTML. The input is
 * untrusted; the caller sanitizes the output.
 */
export function richTextHtml(document: unknown, pictureOf: PictureOf): string {
  const inside = (node: Node, depth: number): string =>
    Array.isArray(node.content) ? node.content.map((one) => write(one, depth + 1)).join('') : ''

  function write(node: unknown, depth: number): string {
    if (depth > MAX_DEPTH || !isNode(node)) return ''
    const type = String(node.nodeType)
    const data = nodeOf(node.data)
    if (type === 'text') return marked(node)
    if (type === 'hr') return '<hr>'
    if (type === 'hyperlink')
      return `<a href="${escaped(String(data.uri ?? ''))}">${inside(node, depth)}</a>`
    if (type === 'embedded-asset-block') return picture(data)
    const tag = BLOCKS[type]
    return tag ? `<${tag}>${inside(node, depth)}</${tag}>` : inside(node, depth)
  }

  function picture({ target }: Node): string {
    const { id } = nodeOf(nodeOf(target).sys)
    const picture = typeof id === 'string' ? pictureOf(id) : null
    return picture ? `<img src="${escaped(picture.url)}" alt="${escaped(picture.alt)}">` : ''
  }

  return write(document, 0)
}

function marked({ value, marks }: Node): string {
  const text = escaped(String(value ?? '')).replaceAll('\n', '<br>')
  const tags = (Array.isArray(marks) ? marks : []).flatMap(
    (mark) => MARKS[String(nodeOf(mark).type)] ?? [],
  )
  return tags.reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, text)
}
