import type { IOptions } from 'sanitize-html'
import { PICTURE_HOSTS } from '#server/ports/news.ts'

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

/** Of texts that are written elsewhere: pictures from there too, as our pages may load them. */
const FROM_ELSEWHERE: IOptions = {
  ...ALLOWED,
  allowedSchemesByTag: { img: ['https'] },
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !PICTURE_HOSTS.includes(URL.parse(attribs.src ?? '')?.host ?? ''),
}

/** As `renderMarkdown`, of what somebody wrote elsewhere. */
export async function renderForeign(body: { markdown: string } | { html: string }) {
  const [{ marked }, { default: sanitize }] = await load()
  const html = 'html' in body ? body.html : marked.parse(body.markdown, { async: false, gfm: true })
  return sanitize(html, FROM_ELSEWHERE)
}

const load = () => Promise.all([import('marked'), import('sanitize-html')])

/**
 * Markdown as HTML that is safe to put into a page: no script, no style, no picture from elsewhere. What does it is
 * loaded with the first text: a server that nobody reads a text of does without its memory.
 */
export async function renderMarkdown(text: string): Promise<string> {
  const [{ marked }, { default: sanitize }] = await load()
  return sanitize(marked.parse(text, { async: false, gfm: true }), ALLOWED)
}
