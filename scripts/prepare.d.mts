/** What TypeScript needs of `prepare.mjs`. */
export const ROOMY: string[]
export function environment(): NodeJS.ProcessEnv
