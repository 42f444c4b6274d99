import { fold } from '#server/db/fold.ts'

/** What people put between letters to get past a filter. */
const BETWEEN = /[\s\p{P}\p{S}ー]+/gu
const REPEATED = /(.)\1+/gu

/** Width, case, kana, accents, invisible letters, what stands between letters and repetition make no difference. */
export const plain = (text: string): string =>
  fold(text).replace(BETWEEN, '').replace(REPEATED, '$1')

/** Looks for these words in a text, however they are dressed up. Linear in the text for each word. */
export function ngFinder(words: string[]): (text: string) => boolean {
  const letters = words.map(plain).filter((word) => word !== '')
  // A word of nothing but symbols is looked for as it stands.
  const symbols = words.filter((word) => plain(word) === '')
  return (text) => {
    if (words.length === 0) return false
    const said = plain(text)
    return (
      letters.some((word) => said.includes(word)) || symbols.some((word) => text.includes(word))
    )
  }
}

export const holdsNgWord = (message: string, words: string[]): boolean => ngFinder(words)(message)
