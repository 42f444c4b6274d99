import { RESERVED_NAMES } from '#contract/profile/reserved.ts'
import { isName } from '#contract/shared/rules.ts'
import type { Db } from '#server/db/schema.ts'

const reserved = new Set(RESERVED_NAMES)

/** Index of the handle in the path (`/{name}…` and `/community/{name}…`); null if there is none. */
function nameAt(parts: string[]): number | null {
  const at = parts[1] === 'community' ? 2 : 1
  const name = parts[at] ?? ''
  return isName(name) && !reserved.has(name) ? at : null
}

/** The current path of a page whose path has a former handle; null if it has none. */
export async function movedTo(read: Db, pathname: string): Promise<string | null> {
  const parts = pathname.split('/')
  const at = nameAt(parts)
  const name = at === null ? undefined : parts[at]
  if (at === null || name === undefined) return null
  const owner = await read
    .selectFrom('name_history')
    .innerJoin('user', 'user.id', 'name_history.user_id')
    .select('user.name')
    .where('name_history.name', '=', name)
    .where('user.status', '!=', 'deleted')
    .executeTakeFirst()
  if (!owner) return null
  parts[at] = owner.name
  return parts.join('/')
}
