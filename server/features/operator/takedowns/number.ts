const DIGITS = 5

/** Number shown to the requester: TD-00012. */
export const numberOf = (number: number): string => `TD-${String(number).padStart(DIGITS, '0')}`
