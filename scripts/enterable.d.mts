export function isEnterable(folder: string): boolean
export function makeEnterable(folder: string, within?: string): void
