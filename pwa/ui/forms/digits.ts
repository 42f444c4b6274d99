/** The digits in what was typed, full-width ones (１２３) too, as half-width ones. */
export const digitsIn = (text: string): string => text.normalize('NFKC').replace(/\D/g, '')
