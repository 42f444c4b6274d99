/** The digits in what was typed, full-width ones (１２３) too, as half-width ones. */
export const digitsIn = (text: string): string => text.normalize('NFKC').replace(/\D/g, '')

/** A number as a Japanese keyboard gives it (`１０`, `1,000`), as it is read by others. What is no number stays none. */
export const plainNumber = (typed: string): string => typed.normalize('NFKC').replace(/[,\s]/g, '')
