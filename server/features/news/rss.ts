import { escaped } from '#contract/lib/markup.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { PublishedHeadline } from '#server/ports/news.ts'

/** Characters not allowed in XML 1.0, even escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const written = (text: string) => escaped(text.replace(FORBIDDEN, ''))
const rfc822 = (instant: string) => new Date(instant).toUTCString().replace('GMT', '+0000')

/** RSS 2.0; `self`: URL of the feed. */
export function toRss(articles: PublishedHeadline[], siteUrl: string, self: string): string {
  const items = articles.map(
    ({ slug, title, lead, published_at }) => `  <item>
   <title>${written(title)}</title>
   <link>${written(`${siteUrl}/news/${encodeURIComponent(slug)}`)}</link>
   <guid isPermaLink="true">${written(`${siteUrl}/news/${encodeURIComponent(slug)}`)}</guid>
   <description>${written(lead)}</description>
   <pubDate>${rfc822(published_at)}</pubDate>
  </item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
 <channel>
  <title>${SITE_TITLE} お知らせ</title>
  <link>${written(`${siteUrl}/news`)}</link>
  <description>${SITE_TITLE} からのお知らせです。</description>
  <language>ja</language>
  <atom:link href="${written(self)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
 </channel>
</rss>
`
}
