import { escaped } from '#contract/lib/markup.ts'
export interface Address {
  path: string
  /** Last modification, if known. */
  changed?: string
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

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

/** A sitemap (sitemaps.org). */
export const urlSet = (addresses: Address[], site: string) =>
  written('urlset', 'url', addresses, site)

export const sitemapIndex = (files: string[], site: string) =>
  written(
    'sitemapindex',
    'sitemap',
    files.map((path) => ({ path })),
    site,
  )
