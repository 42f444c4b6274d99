import { paths } from '#pwa/lib/paths.ts'
import { safeLocalStorage } from '#pwa/lib/safe-storage.ts'

const KEY = 'room.companion'

/**
 * The secret of a companion's link that is open on this device. It survives a sign-up, whose email opens another tab or
 * device, and never stands in an address that is sent to the server.
 */
export const companionLink = {
  /** `hash`: of the page's address. */
  take(hash: string): string | null {
    const secret = hash.slice(1)
    if (secret) safeLocalStorage.write(KEY, secret)
    return secret || safeLocalStorage.read(KEY)
  },
  /** The page of the link, for another device. */
  path: (secret: string) => `${paths.companion}#${secret}`,
  clear: () => safeLocalStorage.remove(KEY),
}
