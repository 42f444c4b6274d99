/** Counts each operation's calls in the wall clock's last second. */
export function createPace() {
  const calls = new Map<string, number[]>()
  return {
    /** False when this one is more than `limit` a second; 0 is no limit. */
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
