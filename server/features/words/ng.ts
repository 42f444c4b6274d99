import { fold } from '#server/db/fold.ts'

/** Separators inserted between letters to evade a filter. */
const BETWEEN = /[\s\p{P}\p{S}ー]+/gu
const REPEATED = /(.)\1+/gu

/** Normalizes width, case, kana, accents, invisible characters, separators and repetition. */
export const plain = (text: string): string =>
  fold(text).replace(BETWEEN, '').replace(REPEATED, '$1')

/** Finds these words in a text, also disguised ones. Linear in the text for each word. */
export function ngFinder(words: string[]): (text: string) => boolean {
  const chars = words.map(plain).filter((word) => word !== '')
  // Words of symbols only are matched literally.
  const symbols = words.filter((word) => plain(word) === '')
  return (text) => {
    if (words.length === 0) return false
    const normalized = plain(text)
    return (
      chars.some((word) => normalized.includes(word)) || symbols.some((word) => text.includes(word))
    )
  }
}

export const holdsNgWord = (message: string, words: string[]): boolean => ngFinder(words)(message)
