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
  // Our pages load pictures from this site only.
  allowedSchemesByTag: { img: [] },
}

/** For external texts: pictures of their source, as far as the content security policy allows it. */
const EXTERNAL: IOptions = {
  ...ALLOWED,
  allowedSchemesByTag: { img: ['https'] },
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !PICTURE_HOSTS.includes(URL.parse(attribs.src ?? '')?.host ?? ''),
}

/** Like `renderMarkdown`, for external texts. */
export async function renderForeign(body: { markdown: string } | { html: string }) {
  const [{ marked }, { default: sanitize }] = await load()
  const html = 'html' in body ? body.html : marked.parse(body.markdown, { async: false, gfm: true })
  return sanitize(html, EXTERNAL)
}

const load = () => Promise.all([import('marked'), import('sanitize-html')])

/**
 * Markdown as sanitized HTML: no script, no style, no external picture. The libraries are imported on first use, to
 * save memory on servers that never need them.
 */
export async function renderMarkdown(text: string): Promise<string> {
  const [{ marked }, { default: sanitize }] = await load()
  return sanitize(marked.parse(text, { async: false, gfm: true }), ALLOWED)
}
