import { fold } from '#server/db/fold.ts'

/** What people put between letters to get past a filter. */
const BETWEEN = /[\s\p{P}\p{S}ー]+/gu
const REPEATED = /(.)\1+/gu

/** Width, case, kana, accents, invisible letters, what stands between letters and repetition make no difference. */
const plain = (text: string): string => fold(text).replace(BETWEEN, '').replace(REPEATED, '$1')

/** Whether a message holds one of these words, however it is dressed up. Linear in the message for each word. */
export function holdsNgWord(message: string, words: string[]): boolean {
  const said = plain(message)
  return words.some((word) => {
    const folded = plain(word)
    // A word of nothing but symbols is looked for as it stands.
    return folded === '' ? message.includes(word) : said.includes(folded)
  })
}
