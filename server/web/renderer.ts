import type { Transport } from '#contract/http/caller.ts'
import type { PageCard } from '#contract/site/page-card.ts'

/** Result of `pwa/entry-server.tsx` for a URL. */
export interface Rendered {
  html: string
  /** Query cache as JSON, safe inside a script element. */
  state: string
  status: 200 | 404
  /** Redirect target. */
  redirect: string | null
  /** Modules of the page and its layout, to preload them and their styles; empty for the shell. */
  modules: string[]
  head: {
    title: string
    description: string
    /** A path on this site, or an external URL. */
    image: string | null
    /** What its picture for link previews shows; null: the image itself. */
    card: PageCard | null
    /** Query parameters on which the card depends. */
    cardQuery: Record<string, string>
    canonical: string
    kind: 'website' | 'article' | 'profile'
    /** Search engines may index it. */
    listed: boolean
    /** Structured data of schema.org, one object each. */
    data: object[]
  }
}
export type Renderer = (url: string, fetch: Transport['fetch']) => Promise<Rendered>

/** The built renderer. */
export interface RendererModule {
  render: Renderer
}

export interface Failure {
  message: string
  stack: string | undefined
  /** The status of the call that failed, if it was one. */
  status: number | undefined
}

/** A page could not be rendered. */
export class RenderFailed extends Error {
  readonly status: number | undefined
  constructor({ message, stack, status }: Failure) {
    super(message)
    if (stack) this.stack = stack
    this.status = status
  }
}

/** Vite's build manifest. */
export type BuildManifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
>
