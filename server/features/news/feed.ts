import { SITE_TITLE } from '#contract/limits.ts'
import type { Headline } from '#server/ports/news.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What XML 1.0 cannot hold even escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const escaped = (text: string) =>
  text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (letter) => ENTITIES[letter]!)
const rfc822 = (instant: string) => new Date(instant).toUTCString().replace('GMT', '+0000')

/** RSS 2.0; `self` is the feed's own address. */
export function toRss(articles: Headline[], siteUrl: string, self: string): string {
  const items = articles.map(
    ({ slug, title, lead, published_at }) => `  <item>
   <title>${escaped(title)}</title>
   <link>${escaped(`${siteUrl}/news/${encodeURIComponent(slug)}`)}</link>
   <guid isPermaLink="true">${escaped(`${siteUrl}/news/${encodeURIComponent(slug)}`)}</guid>
   <description>${escaped(lead)}</description>
   <pubDate>${rfc822(published_at)}</pubDate>
  </item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
 <channel>
  <title>${SITE_TITLE} お知らせ</title>
  <link>${escaped(`${siteUrl}/news`)}</link>
  <description>${SITE_TITLE} からのお知らせです。</description>
  <language>ja</language>
  <atom:link href="${escaped(self)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
 </channel>
</rss>
`
}
