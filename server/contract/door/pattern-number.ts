/** A 整理番号 or its 記号 for comparisons: `ａ 042` is `A042`. */
export const plainTicketNumber = (text: string): string =>
  text.normalize('NFKC').toUpperCase().replaceAll(/\s+/g, '')

/** The numeric part of a printed 整理番号. */
export const patternNumber = (number: string): number =>
  Number(/\d+$/.exec(number)?.[0] ?? Number.NaN)
