const DIGITS = 5

/** How whoever asked names their request: TD-00012. */
export const numberOf = (number: number): string => `TD-${String(number).padStart(DIGITS, '0')}`
