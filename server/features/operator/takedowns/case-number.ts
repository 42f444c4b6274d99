const DIGITS = 5

/** Number shown to the requester: TD-00012. */
export const caseNumberOf = (number: number): string => `TD-${String(number).padStart(DIGITS, '0')}`
