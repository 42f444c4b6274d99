import { SEARCH_MAX } from '#contract/shared/limits.ts'

/** Normalizes a search text or URL parameter: trimmed, and cut to the maximum length. */
export function searchTerms(typed: string): string {
  let terms = ''
  // By code point: a URL cannot contain half of a surrogate pair.
  for (const char of typed.toWellFormed().trim()) {
    if (terms.length + char.length > SEARCH_MAX) break
    terms += char
  }
  return terms.trim()
}
