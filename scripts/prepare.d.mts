/** Types of `prepare.mjs`. */
export function bundle(): Promise<void>
export function bundleOf(name: 'main' | 'ingest' | 'sandbox'): string
export function planInstall(
  stamp: string,
  lock: string,
  purpose: 'start' | 'tests',
): string[] | null
type Packages = Record<string, { version?: string; dev?: boolean; optional?: boolean }>
export function purposeOf(locked: Packages, installed: Packages): 'start' | 'tests' | null
