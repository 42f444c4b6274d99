/** The numeric part of a printed 整理番号. */
export const patternNumber = (number: string): number =>
  Number(/\d+$/.exec(number)?.[0] ?? Number.NaN)
