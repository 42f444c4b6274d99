/** Types of `prepare.mjs`. */
export const ROOMY: string[]
export function environment(): NodeJS.ProcessEnv
export function planInstall(
  stamp: string,
  lock: string,
  purpose: 'start' | 'tests',
): string[] | null
