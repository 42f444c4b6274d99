/** Merges metadata: given keys replace, an empty text removes, others stay. */
export function mergeMetadata(
  before: Record<string, string> | null,
  changes: Record<string, string> | undefined,
): Record<string, string> {
  const merged = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== '')
  return Object.fromEntries(merged)
}
