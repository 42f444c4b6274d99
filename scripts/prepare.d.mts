/** What TypeScript needs of `prepare.mjs`. */
export const SPARING: string[]
export function environment(): NodeJS.ProcessEnv
