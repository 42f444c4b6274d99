import { malformed } from './failures.ts'
import type { Kind } from './kinds.ts'
import type { Page, Scope, Where } from './scope.ts'

const USUAL = 10
const MAX_LIMIT = 100

/** A page of a list in Stripe's format, newest first. */
export function answerList<K extends Kind>(
  scope: Scope,
  url: string,
  kind: K,
  page: Page,
  where: Where = {},
) {
  const limit = page.limit ?? USUAL
  if (limit < 1 || limit > MAX_LIMIT)
    throw malformed(`Invalid limit: must be between 1 and ${MAX_LIMIT}`, {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  if (page.starting_after && page.ending_before)
    throw malformed('You may only specify one of these parameters: starting_after, ending_before.')
  return { object: 'list', url, ...scope.list(kind, where, { ...page, limit }) }
}

/** A complete short list inside another object. */
export const inlineList = <T>(url: string, data: T[]) => ({
  object: 'list' as const,
  data,
  has_more: false,
  url,
})
