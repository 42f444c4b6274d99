const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** All but the line feed; what turns the direction of a line; and letters without a picture. Joiners stay: emoji need them. */
const UNSEEN =
  /(?!\n)\p{Cc}|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]/gu
/** Marks piled on one letter climb over the neighbouring lines; no language needs more than four. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu
const SEEN = /[^\s\p{M}\p{Cf}\u2800]/u

/**
 * A text that others read, as it is counted, kept and shown, on both sides: line ends are line feeds, at most one empty
 * line in a row and so many lines in all (further ones stand behind one another), no control or direction characters,
 * at most four marks on a letter, no blanks around it. What shows nothing at all becomes the empty text.
 */
export function tidyText(text: string, mostLines: number): string {
  const plain = text
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replaceAll('\t', ' ')
    .replace(UNSEEN, '')
    .replace(PILED_MARKS, '$1')
  const lines = plain.split('\n').map((line) => line.trimEnd())
  const spaced = lines.filter((line, at) => line !== '' || (at > 0 && lines[at - 1] !== ''))
  const tidy = withFewLines(spaced, mostLines).trim()
  return SEEN.test(tidy) ? tidy : ''
}

function withFewLines(lines: string[], most: number): string {
  const [kept, more] = [lines.slice(0, most), lines.slice(most)]
  return [kept.join('\n'), ...more.filter(Boolean)].join(' ')
}
