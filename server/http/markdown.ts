import { marked } from 'marked'
import sanitize from 'sanitize-html'

const ALLOWED: sanitize.IOptions = {
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

/** Markdown as HTML that is safe to put into a page: no script, no style, no picture from elsewhere. */
export const renderMarkdown = (text: string): string =>
  sanitize(marked.parse(text, { async: false, gfm: true }), ALLOWED)
