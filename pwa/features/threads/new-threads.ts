import type { Thread } from '#contract/threads/calls.ts'

/** Splits a list into what was posted since an instant, and the rest in its order. `since` null: nothing is new. */
export function splitByVisit<T extends Pick<Thread, 'created_at'>>(
  threads: readonly T[],
  since: string | null,
): { fresh: T[]; seen: T[] } {
  const isNew = ({ created_at }: T) => since !== null && created_at > since
  return {
    fresh: threads.filter(isNew),
    seen: threads.filter((thread) => !isNew(thread)),
  }
}
