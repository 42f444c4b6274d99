import type { Token, TokensList } from 'marked'
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

/**
 * Depth of nested blocks, and of nested inline elements. Deeper content becomes plain text: `>` 20,000 times would
 * exhaust the stack, and `*a ` so often would take seconds.
 */
const DEPTH_MAX = 20

/** Ten marks of quotes and lists at the start of a line, and what follows them. */
const MARKS = /^((?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){10})(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)]))+/gm
/** Quotes of decreasing depth take marked a time that doubles with each level. */
const shallow = (text: string) => text.replace(MARKS, '$1')

async function createParser() {
  const { Lexer, Parser } = await import('marked')

  class BoundedLexer extends Lexer {
    #blocks = 0
    #inlines = 0

    override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[]
    override blockTokens(src: string, tokens?: TokensList, isClipped?: boolean): TokensList
    override blockTokens(src: string, tokens: Token[] = [], isClipped?: boolean): Token[] {
      if (this.#blocks >= DEPTH_MAX) {
        tokens.push({ type: 'paragraph', raw: src, text: src, tokens: [plain(src)] })
        return tokens
      }
      this.#blocks++
      try {
        return super.blockTokens(src, tokens, isClipped)
      } finally {
        this.#blocks--
      }
    }

    override inlineTokens(src: string, tokens: Token[] = []) {
      if (this.#inlines >= DEPTH_MAX) {
        tokens.push(plain(src))
        return tokens
      }
      this.#inlines++
      try {
        return super.inlineTokens(src, tokens)
      } finally {
        this.#inlines--
      }
    }
  }
  return (text: string) => Parser.parse(new BoundedLexer({ gfm: true }).lex(shallow(text)))
}

const plain = (text: string): Token => ({ type: 'text', raw: text, text, escaped: false })

/** Like `renderMarkdown`, for external texts. */
export async function renderForeign(body: { markdown: string } | { html: string }) {
  const [parse, { default: sanitize }] = await load()
  const html = 'html' in body ? body.html : parse(body.markdown)
  return sanitize(html, EXTERNAL)
}

const load = () => Promise.all([createParser(), import('sanitize-html')])

/**
 * Markdown as sanitized HTML: no script, no style, no external picture. The libraries are imported on first use, to
 * save memory on servers that never need them.
 */
export async function renderMarkdown(text: string): Promise<string> {
  const [parse, { default: sanitize }] = await load()
  return sanitize(parse(text), ALLOWED)
}
