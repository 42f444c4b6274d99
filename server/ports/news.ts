/** An article as its source provides it. */
export interface Written {
  slug: string
  title: string
  lead: string
  /** Not sanitized yet. */
  body: { markdown: string } | { html: string }
  /** A path on this site, or an https URL of one of `PICTURE_HOSTS`. */
  image: string | null
  published_at: string
}
export type PublishedHeadline = Omit<Written, 'body'>

/** External source of articles. Future ones may be included: callers check `published_at`. */
export interface News {
  /** All listed articles, newest first. */
  list(): Promise<PublishedHeadline[]>
  find(slug: string): Promise<Written | null>
}

/** The source does not answer, and nothing is cached. */
export class NewsDown extends Error {
  override name = 'NewsDown'
}

/** Hosts of pictures in external articles; the content security policy allows no others. */
export const PICTURE_HOSTS = ['images.ctfassets.net', 'images.eu.ctfassets.net']
