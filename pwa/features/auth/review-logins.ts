import { isLocalPath } from '#contract/shared/rules.ts'
import { paths } from '#pwa/lib/paths.ts'

/**
 * The page with all login methods, which are checked after a reset. `next`: the page that the person came for; in the
 * fragment, which no server logs, as it may contain a code.
 */
export const reviewLogins = (next: string): string =>
  `${paths.settingPassword}?reset#${new URLSearchParams({ next })}`

/** The page to return to from there; null if it is the home page, or none of this site. */
export function pageAfterReview(hash: string): string | null {
  const next = new URLSearchParams(hash.slice(1)).get('next')
  return next && next !== paths.home && isLocalPath(next) ? next : null
}
