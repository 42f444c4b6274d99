import { safeSessionStorage } from './safe-storage.ts'

const KEY = 'room.going'

/** Only a path of our own: `//evil` and `/\evil` are other sites to a browser. */
export const isLocalPath = (path: string) => /^\/(?![/\\])/.test(path) && !/[\t\n\r]/.test(path)

/** Where somebody was going when they had to log in first; it outlives a trip to another site. */
export function setRedirectAfterLogin(path: string) {
  if (isLocalPath(path)) safeSessionStorage.write(KEY, path)
}

/** Home when nothing is remembered. */
export function redirectAfterLogin(): string {
  const path = safeSessionStorage.read(KEY) ?? '/'
  return isLocalPath(path) ? path : '/'
}

/** Somebody has arrived, or has logged out: the page that they left asked for a login behind them. */
export const clearRedirectAfterLogin = () => safeSessionStorage.remove(KEY)
