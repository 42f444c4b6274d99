/** Types of `toolchain.mjs`. */
export const ROOMY: string[]
export function environment(): NodeJS.ProcessEnv
