import { isLocalPath } from '#contract/shared/rules.ts'
import { BUY } from '#pwa/lib/choice-path.ts'
import { paths } from '#pwa/lib/paths.ts'

/**
 * The page with all login methods, which are checked after a reset. `next`: the page that the person came for; in the
 * fragment, which no server logs, as it may contain a code.
 */
export const reviewLogins = (next: string): string =>
  next === paths.home ? REVIEW : `${REVIEW}#${new URLSearchParams({ next })}`
const REVIEW = `${paths.settingPassword}?reset`

/** The page to return to from there; null if it is the home page, or none of this site. */
export function pageAfterReview(hash: string): string | null {
  const next = new URLSearchParams(hash.slice(1)).get('next')
  return next && next !== paths.home && isLocalPath(next) ? next : null
}

/** The page that a login leads to in the end: after the review, if that comes first. */
export const pageAfterLogin = (path: string): string =>
  path.startsWith(REVIEW) ? (pageAfterReview(new URL(path, location.origin).hash) ?? path) : path

/** The button that leads there. A purchase form opens by itself, also where the person has not seen its page before. */
export const labelOfReturn = (path: string): string =>
  new URL(path, location.origin).searchParams.has(BUY) ? 'お申し込みの続きへ' : '元のページに戻る'
