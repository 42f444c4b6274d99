/** Calls of one batch, and the length of each. A page has about ten. */
export const READS_MAX = 24
export const READ_LENGTH_MAX = 1_000
