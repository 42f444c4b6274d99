import { KEPT_SHOWN, LIST_MAX, TICKETS_WHOLE_MS } from '#contract/limits.ts'
import type { Listed } from '#contract/types.ts'
import type { KeptList } from './database.ts'

/** A list after its first pages were fetched anew: to its end it is what they say, else what followed them before stays. */
export function merged(
  old: KeptList | undefined,
  pages: Listed<{ id: string }>[],
  at: number,
): KeptList {
  const fetched = pages.flatMap(({ items }) => items.map(({ id }) => id))
  const total = pages.at(-1)?.total ?? null
  if (pages.at(-1)?.next === null) return { at, ids: fetched, total, wholeAt: at }
  const known = new Set(fetched)
  const rest = (old?.ids ?? []).filter((id) => !known.has(id))
  return { at, ids: [...fetched, ...rest], total, wholeAt: old?.wholeAt ?? null }
}

/** Whether what follows the first page must be fetched too: it begins otherwise than what is kept, or that is old. */
export function mustGoOn(
  old: KeptList | undefined,
  first: Listed<{ id: string }>,
  at: number,
): boolean {
  if (!old || old.wholeAt === null || at - old.wholeAt >= TICKETS_WHOLE_MS) return true
  return old.total !== first.total || first.items.some(({ id }, n) => id !== old.ids[n])
}

/** As many as a screen shows, in the pages that a list's query holds. */
export function pagesOf<T>(items: T[], total: number | null) {
  const pages: Listed<T>[] = []
  for (let from = 0; from < Math.max(items.length, 1); from += LIST_MAX) {
    const end = from + LIST_MAX
    pages.push({ items: items.slice(from, end), next: end < items.length ? end : null, total })
  }
  return { pages, pageParams: pages.map((_, n) => n * LIST_MAX) }
}

export const shownOf = ({ ids }: KeptList) => ids.slice(0, KEPT_SHOWN)
