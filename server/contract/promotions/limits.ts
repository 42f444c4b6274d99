/** Codes of an entry ticket: kinds that an owner makes, codes of one kind, and the length of a code. */
export const PROMOTION_MAX = { count: 100, batch: 200, codeMin: 4, codeMax: 20, perPerson: 100 }
/** Wrong codes of one person. */
export const CODE_GUESSES = { max: 10, perMs: 10 * 60_000 }
