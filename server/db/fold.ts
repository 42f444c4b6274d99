/** Kana voicing marks, which are not removed like accents: が and か differ. */
const VOICING = /[\u3099\u309a]/gu
const OTHER_MARKS = /(?![\u3099\u309a])\p{M}/gu
const INVISIBLE = /\p{Cf}/gu
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g
const KATAKANA_TO_HIRAGANA = 0x60
const BLANK = /[\s\p{Z}\p{Cc}]+/gu

/** Normalizes a text for search: width, case, kana, accents and invisible characters are ignored. */
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

function toHiragana(char: string): string {
  return String.fromCharCode(char.charCodeAt(0) - KATAKANA_TO_HIRAGANA)
}

/** Normalized words of a text. */
export function splitWords(text: string): string[] {
  return fold(text).split(' ').filter(Boolean)
}

/** Unique letters and letter pairs of a text's words. */
export function bigrams(text: string): string[] {
  const ids = new Set<string>()
  for (const word of splitWords(text)) {
    const chars = [...word]
    chars.forEach((char, at) => {
      ids.add(char)
      const next = chars[at + 1]
      if (next !== undefined) ids.add(char + next)
    })
  }
  return [...ids]
}
