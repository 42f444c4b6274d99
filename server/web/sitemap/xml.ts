export interface Address {
  path: string
  /** When it last changed, if that is known. */
  changed?: string
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter]!)

const written = (of: 'urlset' | 'sitemapindex', each: string, addresses: Address[], site: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<${of} xmlns="${NAMESPACE}">
${addresses
  .map(
    ({ path, changed }) =>
      `<${each}><loc>${escaped(site + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</${each}>`,
  )
  .join('\n')}
</${of}>
`

/** Pages, as sitemaps.org has it. */
export const urlSet = (addresses: Address[], site: string) =>
  written('urlset', 'url', addresses, site)

/** Files of pages. */
export const sitemapIndex = (files: string[], site: string) =>
  written(
    'sitemapindex',
    'sitemap',
    files.map((path) => ({ path })),
    site,
  )
