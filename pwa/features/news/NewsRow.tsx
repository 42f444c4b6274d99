import type { Headline } from '#contract/news/calls.ts'
import { dotDate } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'

export const NewsRow = ({ article: { slug, title, published_at } }: { article: Headline }) => (
  <ListRow
    to={paths.article(slug)}
    leading={
      <time className="note muted" dateTime={published_at}>
        {dotDate(published_at)}
      </time>
    }
  >
    <span className="small">{title}</span>
  </ListRow>
)
