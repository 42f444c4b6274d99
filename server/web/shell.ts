import { createHash } from 'node:crypto'
import { API_BASE } from '#contract/http/endpoint.ts'
import { escaped } from '#contract/lib/markup.ts'
import { news } from '#contract/news/calls.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import { CARD_SIZE } from '#contract/site/page-card.ts'
import type { Config } from '#server/config/config.ts'
import { cardPath, SITE_CARD } from './cards.ts'
import type { BuildManifest, Rendered } from './renderer.ts'

const TITLE = `<title>${SITE_TITLE}</title>`
const HEAD = '<!--head-->'
const APP = '<!--app-->'
const STATE = '<!--state-->'

/** A style sheet of the build, and its hash for the policy. */
export interface PageStyle {
  css: string
  hash: string
}
export const styleOf = (css: string): PageStyle => ({
  css,
  hash: createHash('sha256').update(css).digest('base64'),
})
type ReadStyle = (path: string) => PageStyle

/** A page to send, and the hashes of the style sheets in it. */
interface FilledPage {
  html: string
  hashes: string[]
}

/** Inserts a rendered page, or none, into the built `index.html`. `readStyle`: a style sheet of the build. */
export function shellOf(
  template: string,
  manifest: BuildManifest,
  { siteUrl, indexable }: Config,
  readStyle: ReadStyle,
) {
  const robots = indexable ? '' : NOINDEX
  const fill = (head: string, app: string, state: string, title = TITLE) =>
    template
      .replace(TITLE, () => title)
      .replace(HEAD, () => head)
      .replace(APP, () => app)
      .replace(STATE, () => state)
  return {
    empty: fill(robots, '', ''),
    filled({ html, state, modules, head, status }: Rendered): FilledPage {
      const { styleLinks, scriptLinks } = linksOf(manifest, modules)
      const meta = [
        picturePreload(head.image, html),
        status === 200 && head.listed ? robots : NOINDEX,
        `<meta name="description" content="${escaped(head.description)}">`,
        `<link rel="canonical" href="${escaped(siteUrl + head.canonical)}">`,
        `<link rel="alternate" type="application/rss+xml" title="${SITE_TITLE} お知らせ" href="${API_BASE}${news.readFeed.path}">`,
        ...openGraph(head, siteUrl),
        ...head.data.map(linkedData),
        ...styleLinks,
      ]
      const data = `${scriptLinks.join('')}<script type="application/json" id="state">${state}</script>`
      const title = `<title>${escaped(head.title)}</title>`
      return withStyles(fill(meta.filter(Boolean).join('\n    '), html, data, title), readStyle)
    },
  }
}

const STYLE_LINK = /<link rel="stylesheet" crossorigin href="([^"]+)">/g

/**
 * Puts the texts of the page's style sheets in place of their links: a first visit shows the page a round trip sooner.
 * The disabled links, which browsers do not load, tell the app that it has these styles.
 */
function withStyles(page: string, readStyle: ReadStyle): FilledPage {
  const hashes: string[] = []
  const [head = '', ...rest] = page.split('</head>')
  const filled = head.replace(STYLE_LINK, (link, path: string) => {
    const { css, hash } = readStyle(path)
    hashes.push(hash)
    return `<style>${css}</style>${link.replace('<link ', '<link disabled ')}`
  })
  return { html: [filled, ...rest].join('</head>'), hashes }
}

const NOINDEX = '<meta name="robots" content="noindex">'

const openGraph = ({ title, description, image, ...head }: Rendered['head'], siteUrl: string) => {
  const path = head.card
    ? cardPath(head.canonical, head.card, head.cardQuery)
    : (image ?? SITE_CARD)
  const address = new URL(path, siteUrl).href
  const properties = {
    'og:site_name': SITE_TITLE,
    'og:locale': 'ja_JP',
    'og:type': head.kind,
    'og:title': title,
    'og:description': description,
    // Some services read the card of this URL instead.
    'og:url': siteUrl + head.canonical + queryOf(head.cardQuery),
    'og:image': address,
    'og:image:alt': head.card ? `${head.card.title}（${head.card.over}）` : title,
    // The size of another site's picture is unknown.
    ...((head.card || !image) && {
      'og:image:width': String(CARD_SIZE.width),
      'og:image:height': String(CARD_SIZE.height),
    }),
  }
  return [
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escaped(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

const queryOf = (query: Record<string, string>) =>
  Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''

/** Escaped, so that no user's text can close the script element. */
const linkedData = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/** The picture at the head of most pages: asked for before the scripts, which share the line with it. */
function picturePreload(image: string | null, html: string) {
  const src = escaped(image ?? '')
  if (src === '' || !html.includes(`src="${src}"`)) return null
  return `<link rel="preload" as="image" fetchpriority="high" href="${src}">`
}

/** The page's styles, which must block rendering, and its scripts, which come after what the page shows. */
function linksOf(manifest: BuildManifest, modules: string[]) {
  const files = new Set<string>()
  const styles = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || chunk.isEntry || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    chunk.imports?.forEach(visit)
  }
  modules.forEach(visit)
  return {
    styleLinks: [...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    scriptLinks: [...files].map(
      (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    ),
  }
}
