import type { Transport } from '#contract/caller.ts'

/** What `pwa/entry-server.tsx` gives back for one URL. */
export interface Rendered {
  html: string
  /** The query cache, as JSON that may stand inside a script element. */
  state: string
  status: 200 | 404
  /** Where to go instead. */
  redirect: string | null
  /** The sources of the page and its layout, to fetch them and their styles early; none where nothing is written out. */
  modules: string[]
  head: {
    title: string
    description: string
    /** A path on this site, or an address elsewhere. */
    image: string | null
    canonical: string
    kind: 'website' | 'article' | 'profile'
    /** Search engines may list it. */
    listed: boolean
    /** As schema.org has it, one object each. */
    data: object[]
  }
}
export type Renderer = (url: string, fetch: Transport['fetch']) => Promise<Rendered>

/** Vite's list of what was built from what. */
export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
>
