import type { Caller } from '#contract/caller.ts'

/** What `pwa/entry-server.tsx` gives back for one URL. */
export interface Rendered {
  html: string
  /** The query cache, as JSON that may stand inside a script element. */
  state: string
  status: 200 | 404
  /** Where to go instead. */
  redirect: string | null
  /** Source of the page's module, to preload it with its styles; null for a page that is not written out. */
  module: string | null
  head: { title: string; description: string; image: string | null; canonical: string }
}
export type Renderer = (url: string, call: Caller) => Promise<Rendered>

/** Vite's list of what was built from what. */
export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
>
