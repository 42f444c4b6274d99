import { ApiError, tooMany } from '../api-error.ts'

interface Bound {
  /** Requests of one caller that are under way at once. */
  one: number
  /** Those of all callers. */
  all: number
}
const RETRY_S = 5

/** Bounds how many requests with a body are under way, and so the memory that their bodies take. */
export function createBodySlots({ one, all }: Bound) {
  const held = new Map<string, number>()
  let total = 0
  return async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    const own = held.get(caller) ?? 0
    if (own >= one) throw tooMany(RETRY_S)
    if (total >= all) throw new ApiError(503, undefined, { retryAfter: RETRY_S })
    held.set(caller, own + 1)
    total++
    try {
      return await work()
    } finally {
      const left = (held.get(caller) ?? 1) - 1
      if (left === 0) held.delete(caller)
      else held.set(caller, left)
      total--
    }
  }
}
