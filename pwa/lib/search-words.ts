import { SEARCH_MAX } from '#contract/limits.ts'

/** What is really asked of what somebody typed, or of an address: no blanks around it, and no more than may be asked. */
export function searchWords(typed: string): string {
  let asked = ''
  // By whole letters: half of one can stand in no address.
  for (const letter of typed.toWellFormed().trim()) {
    if (asked.length + letter.length > SEARCH_MAX) break
    asked += letter
  }
  return asked.trim()
}
