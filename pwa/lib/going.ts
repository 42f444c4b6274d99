import { note } from './notes.ts'

const KEY = 'room.going'

/** Only a path of our own: `//evil` and `/\evil` are other sites to a browser. */
export const isOwnPath = (path: string) => /^\/(?![/\\])/.test(path) && !/[\t\n\r]/.test(path)

/** Where somebody was going when they had to log in first; it outlives a trip to another site. */
export function rememberGoing(path: string) {
  if (isOwnPath(path)) note.write(KEY, path)
}

/** Home when nothing is remembered. */
export function whereGoing(): string {
  const path = note.read(KEY) ?? '/'
  return isOwnPath(path) ? path : '/'
}

/** Somebody has arrived, or has logged out: the page that they left asked for a login behind them. */
export const forgetGoing = () => note.drop(KEY)
