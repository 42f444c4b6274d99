/** The query parameters that rendered pages read, by the pattern of their paths. */
const PAGE_PARAMS: readonly [RegExp, string[]][] = [
  [/^\/results$/, ['search', 'genre', 'only', 'tag']],
  [/^\/community(?:\/[^/]+)?\/event\/[^/]+$/, ['menu', 'going', 'clip']],
  [/^\/community(?:\/[^/]+)?\/e_ticket\/[^/]+$/, ['going']],
]

/**
 * The path and query of a page without parameters that it does not read, such as those of campaigns: the page is
 * rendered once for all who follow such links.
 */
export function pageUrl(pathname: string, search: string): string {
  const [, names = []] = PAGE_PARAMS.find(([pattern]) => pattern.test(pathname)) ?? []
  const params = new URLSearchParams(search)
  const read = new URLSearchParams()
  for (const name of names) {
    const value = params.get(name)
    if (value) read.set(name, value)
  }
  return read.size > 0 ? `${pathname}?${read}` : pathname
}
