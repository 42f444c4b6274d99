import type { PageWindow } from '#server/db/page-window.ts'
import type { PublishedHeadline, Written } from '#server/ports/news.ts'

/** Published articles, from any source. */
export interface Articles {
  /** Newest first. */
  list(window: PageWindow): Promise<PublishedHeadline[]>
  find(slug: string): Promise<Written | null>
}
