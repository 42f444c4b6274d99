import { useEffect } from 'react'
import { SITE_TITLE } from '#contract/shared/limits.ts'

/** The document title: the most specific part first. */
export const titleOf = (...parts: string[]) => [...parts, SITE_TITLE].join('｜')

/** Sets the document title while mounted; the site's title until all parts are known. */
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
