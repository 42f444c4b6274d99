/** The figures of a printed 整理番号. */
export const figureOf = (number: string): number => Number(/\d+$/.exec(number)?.[0] ?? Number.NaN)
