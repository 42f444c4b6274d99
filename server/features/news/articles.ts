import type { Headline, Written } from '#server/ports/news.ts'

/** Published articles, from any source. */
export interface Articles {
  /** Newest first. */
  list(window: { limit: number; offset: number }): Promise<Headline[]>
  find(slug: string): Promise<Written | null>
}
