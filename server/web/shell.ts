import { SITE_TITLE } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import type { Manifest, Rendered } from './renderer.ts'

const HEAD = '<!--head-->'
const APP = '<!--app-->'
const STATE = '<!--state-->'

/** Puts a rendered page, or none, into the built `index.html`. */
export function shellOf(template: string, manifest: Manifest, { siteUrl, indexable }: Config) {
  const robots = indexable ? '' : '<meta name="robots" content="noindex">'
  const fill = (head: string, app: string, state: string) =>
    template
      .replace(HEAD, () => head)
      .replace(APP, () => app)
      .replace(STATE, () => state)
  return {
    empty: fill(robots, '', ''),
    filled({ html, state, modules, head, status }: Rendered): string {
      const meta = [
        status === 200 ? robots : '<meta name="robots" content="noindex">',
        `<meta name="description" content="${escapeHtml(head.description)}">`,
        `<link rel="canonical" href="${escapeHtml(siteUrl + head.canonical)}">`,
        ...openGraph(head, siteUrl),
        ...preloads(manifest, modules),
      ]
      const data = `<script type="application/json" id="state">${state}</script>`
      return fill(meta.join('\n    '), html, data)
    },
  }
}

const openGraph = ({ title, description, image, canonical }: Rendered['head'], siteUrl: string) =>
  Object.entries({
    'og:site_name': SITE_TITLE,
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': siteUrl + canonical,
    'og:image': siteUrl + (image ?? '/og.png'),
  }).map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`)

/** The page's own styles block its paint, as they must; its script is fetched while the page is read. */
function preloads(manifest: Manifest, modules: string[]): string[] {
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
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...[...files].map(
      (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    ),
  ]
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (found) => ESCAPES[found]!)
