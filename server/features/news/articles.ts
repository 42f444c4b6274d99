import type { PublishedHeadline, Written } from '#server/ports/news.ts'

/** Published articles, from any source. */
export interface Articles {
  /** Newest first. */
  list(window: { limit: number; offset: number }): Promise<PublishedHeadline[]>
  find(slug: string): Promise<Written | null>
}
