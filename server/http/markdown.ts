import type { IOptions } from 'sanitize-html'

const ALLOWED: IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href'], img: ['src', 'alt'], ol: ['start'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  // Our pages load pictures from ourselves alone.
  allowedSchemesByTag: { img: [] },
}

/**
 * Markdown as HTML that is safe to put into a page: no script, no style, no picture from elsewhere. What does it is
 * loaded with the first text: a server that nobody reads a text of does without its memory.
 */
export async function renderMarkdown(text: string): Promise<string> {
  const [{ marked }, { default: sanitize }] = await Promise.all([
    import('marked'),
    import('sanitize-html'),
  ])
  return sanitize(marked.parse(text, { async: false, gfm: true }), ALLOWED)
}
