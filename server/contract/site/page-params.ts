/** The query parameters that rendered pages read, by the pattern of their paths. */
const PAGE_PARAMS: readonly [RegExp, string][] = [
  [/^\/results$/, 'search'],
  [/^\/community(?:\/[^/]+)?\/event\/[^/]+$/, 'menu'],
]

/**
 * The path and query of a page without parameters that it does not read, such as those of campaigns: the page is
 * rendered once for all who follow such links.
 */
export function pageUrl(pathname: string, search: string): string {
  const [, name] = PAGE_PARAMS.find(([pattern]) => pattern.test(pathname)) ?? []
  const value = name && new URLSearchParams(search).get(name)
  return name && value ? `${pathname}?${new URLSearchParams({ [name]: value })}` : pathname
}
