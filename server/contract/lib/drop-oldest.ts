/** Deletes the entries that were added first until `max` are left: the bound of a cache. */
export function dropOldest<K>(entries: Map<K, unknown>, max: number): void {
  if (entries.size <= max) return
  for (const key of entries.keys()) {
    entries.delete(key)
    if (entries.size <= max) return
  }
}
