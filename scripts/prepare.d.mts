/** Types of `prepare.mjs`. */
export function bundle(): Promise<void>
export function bundleOf(name: 'main' | 'ingest' | 'sandbox'): string
export function planInstall(
  stamp: string,
  lock: string,
  purpose: 'start' | 'tests',
): string[] | null
