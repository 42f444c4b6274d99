import type { User } from '#contract/account/calls.ts'
import { isName } from '#contract/shared/rules.ts'
import type { SharedPage } from './share.ts'

/** Somebody who does not say who they are. No user name is so short. */
export const ANONYMOUS = '1'
const PARAMETER = 'going'

/** Who goes, by the URL of an event: a user name, or `ANONYMOUS`; null: it does not say. */
export function goingIn(search: URLSearchParams): string | null {
  const going = search.get(PARAMETER) ?? ''
  return going === ANONYMOUS || isName(going) ? going : null
}

/** The page of an event as its ticket holder shares it: by name if they publish where they go. */
export function pageOfHolder(page: SharedPage, user: User | null): SharedPage {
  const url = new URL(page.url)
  url.searchParams.set(PARAMETER, user?.publishes_attendance ? user.name : ANONYMOUS)
  return { ...page, url: url.href }
}
