import type { Headline, Written } from '#server/ports/news.ts'

/** The articles that are out, wherever they are kept. */
export interface Articles {
  /** The newest first. */
  list(window: { limit: number; offset: number }): Promise<Headline[]>
  find(slug: string): Promise<Written | null>
}
