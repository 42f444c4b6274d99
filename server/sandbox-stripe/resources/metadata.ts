/** Names given anew replace, an empty text removes, the rest stays. */
export function mergeMetadata(
  before: Record<string, string> | null,
  given: Record<string, string> | undefined,
): Record<string, string> {
  const merged = Object.entries({ ...before, ...given }).filter(([, value]) => value !== '')
  return Object.fromEntries(merged)
}
