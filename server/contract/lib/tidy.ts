const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/**
 * Control characters except line feed, bidirectional controls and invisible letters. Joiners stay: emoji need them.
 */
const UNSEEN =
  /(?!\n)\p{Cc}|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]/gu
/** Stacked combining marks overlap neighboring lines; no language needs more than four. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu
const SEEN = /[^\s\p{M}\p{Cf}\u2800]/u

/**
 * Normalizes a text for others, on both sides: line feeds as line ends, at most one empty line in a row, a maximum
 * number of lines (further ones are joined), no control or bidirectional characters, at most four marks on a letter,
 * trimmed. A text without visible characters becomes empty.
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

function withFewLines(lines: string[], max: number): string {
  const [head, more] = [lines.slice(0, max), lines.slice(max)]
  return [head.join('\n'), ...more.filter(Boolean)].join(' ')
}
