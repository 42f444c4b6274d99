import { within } from '#pwa/lib/within.ts'

/** The longest wait for a ticket or snapshot from the database. After it the page is sent without one. */
const SLOWEST_MS = 500

/** The result of the work; null if it is late or failed. */
export const soon = <T>(work: Promise<T | null>): Promise<T | null> =>
  within(
    SLOWEST_MS,
    work.catch((error: unknown) => {
      console.warn(error)
      return null
    }),
  )

/** Blocks rendering until the element with this id is parsed: an empty first frame would delay the one with content. */
export const paintAfter = (id: string): string =>
  `<link rel="expect" href="#${id}" blocking="render">`

/** The shell's response with another body. */
export function withBody({ status, headers }: Response, body: BodyInit): Response {
  const same = new Headers(headers)
  for (const name of ['content-length', 'content-encoding', 'etag']) same.delete(name)
  return new Response(body, { status, headers: same })
}
