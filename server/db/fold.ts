/** Kana voicing marks: taking them off, as off é, would make が and か one letter. */
const VOICING = /[\u3099\u309a]/gu
const OTHER_MARKS = /(?![\u3099\u309a])\p{M}/gu
const INVISIBLE = /\p{Cf}/gu
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g
const KATAKANA_TO_HIRAGANA = 0x60
const BLANK = /[\s\p{Z}\p{Cc}]+/gu

/** Text as the search sees it: width, case, kana, accents and invisible characters make no difference. */
export function fold(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replace(INVISIBLE, '')
    .replace(OTHER_MARKS, '')
    .replace(KATAKANA, toHiragana)
    .normalize('NFC')
    .replace(VOICING, '')
    .replace(BLANK, ' ')
    .trim()
}

function toHiragana(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) - KATAKANA_TO_HIRAGANA)
}

/** The words of a text, folded. */
export function words(text: string): string[] {
  return fold(text).split(' ').filter(Boolean)
}

/** Every letter and every pair of neighbours, each once, of a text's words. */
export function bigrams(text: string): string[] {
  const found = new Set<string>()
  for (const word of words(text)) {
    const letters = [...word]
    letters.forEach((letter, at) => {
      found.add(letter)
      const next = letters[at + 1]
      if (next !== undefined) found.add(letter + next)
    })
  }
  return [...found]
}
