/** Counts the calls per operation in the last second of wall-clock time. */
export function createPace() {
  const calls = new Map<string, number[]>()
  return {
    /** False if the call exceeds `limit` per second; 0: unlimited. */
    allows(operation: string, limit: number): boolean {
      if (limit === 0) return true
      const now = performance.now()
      const recent = (calls.get(operation) ?? []).filter((at) => at > now - 1_000)
      if (recent.length >= limit) return false
      calls.set(operation, [...recent, now])
      return true
    },
  }
}
