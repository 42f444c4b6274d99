import type { Listed } from '#contract/http/types.ts'
import { LIST_MAX } from '#contract/shared/limits.ts'
import { CACHED_LIST_MAX, TICKETS_COMPLETE_MS } from '#contract/tickets/limits.ts'
import type { CachedList } from './database.ts'

/** Merges fetched pages into a cached list. Pages that reach the end replace it; else its remaining ids follow. */
export function mergeList(
  old: CachedList | undefined,
  pages: Listed<{ id: string }>[],
  at: number,
): CachedList {
  const fetched = pages.flatMap(({ items }) => items.map(({ id }) => id))
  const total = pages.at(-1)?.total ?? null
  if (pages.at(-1)?.next === null) return { at, ids: fetched, total, wholeAt: at }
  const known = new Set(fetched)
  const rest = (old?.ids ?? []).filter((id) => !known.has(id))
  return { at, ids: [...fetched, ...rest], total, wholeAt: old?.wholeAt ?? null }
}

/** Whether the pages after the first must be fetched: the first has changed, or the cached list is outdated. */
export function mustFetchRest(
  old: CachedList | undefined,
  first: Listed<{ id: string }>,
  at: number,
): boolean {
  if (!old || old.wholeAt === null || at - old.wholeAt >= TICKETS_COMPLETE_MS) return true
  return old.total !== first.total || first.items.some(({ id }, n) => id !== old.ids[n])
}

/** Splits items into the pages of an infinite query. */
export function toPages<T>(items: T[], total: number | null) {
  const pages: Listed<T>[] = []
  for (let from = 0; from < Math.max(items.length, 1); from += LIST_MAX) {
    const end = from + LIST_MAX
    pages.push({ items: items.slice(from, end), next: end < items.length ? end : null, total })
  }
  return { pages, pageParams: pages.map((_, n) => n * LIST_MAX) }
}

export const shownIds = ({ ids }: CachedList) => ids.slice(0, CACHED_LIST_MAX)
