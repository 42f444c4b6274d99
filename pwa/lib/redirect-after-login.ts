import { isLocalPath } from '#contract/shared/rules.ts'
import { safeSessionStorage } from './safe-storage.ts'

const KEY = 'room.going'

/** Stores the page that asked for a login. In sessionStorage, as a social login leaves the site. */
export function setRedirectAfterLogin(path: string) {
  if (isLocalPath(path)) safeSessionStorage.write(KEY, path)
}

/** The stored page, or the home page. */
export function redirectAfterLogin(): string {
  const path = safeSessionStorage.read(KEY) ?? '/'
  return isLocalPath(path) ? path : '/'
}

/** After the login, and after a logout: the guard of the page that was open stores its path. */
export const clearRedirectAfterLogin = () => safeSessionStorage.remove(KEY)
