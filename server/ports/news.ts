/** An article as somebody wrote it. */
export interface Written {
  slug: string
  title: string
  lead: string
  /** Not sanitised yet. */
  body: { markdown: string } | { html: string }
  /** A path on this site, or an https address at one of `PICTURE_HOSTS`. */
  image: string | null
  published_at: string
}
export type Headline = Omit<Written, 'body'>

/** Where articles are kept elsewhere. What is to come later may be among them: whoever asks looks at `published_at`. */
export interface News {
  /** All that it lists, the newest first. */
  list(): Promise<Headline[]>
  find(slug: string): Promise<Written | null>
}

/** Nobody answers, and nothing is remembered. */
export class NewsDown extends Error {
  override name = 'NewsDown'
}

/** From where pictures of articles that are written elsewhere may come; our pages load them from nowhere else. */
export const PICTURE_HOSTS = ['images.ctfassets.net', 'images.eu.ctfassets.net']
