/** The digits of an input as half-width ones; accepts full-width digits (１２３). */
export const digitsIn = (text: string): string => text.normalize('NFKC').replace(/\D/g, '')

/** A number from a Japanese keyboard (`１０`, `1,000`) in plain digits. Text that is no number stays so. */
export const plainNumber = (typed: string): string => typed.normalize('NFKC').replace(/[,\s]/g, '')
