import { useEffect } from 'react'
import { SITE_TITLE } from '#contract/limits.ts'

/** What a page is called in tabs, lists of bookmarks and search engines: the most particular first. */
export const titleOf = (...parts: string[]) => [...parts, SITE_TITLE].join('｜')

/** Calls the page so while it is shown; by the site's name until all parts are known. */
export function useTitle(...parts: (string | undefined)[]) {
  const known = parts.filter((part) => part !== undefined)
  const title = known.length === parts.length ? titleOf(...known) : SITE_TITLE
  useEffect(() => {
    document.title = title
    return () => {
      document.title = SITE_TITLE
    }
  }, [title])
}
