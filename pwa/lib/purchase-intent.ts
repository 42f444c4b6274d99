import { safeSessionStorage } from './safe-storage.ts'

const KEY = 'room.buying'
/**
 * The page on which a purchase was opened. Its form opens again after a login, a reload, or a browser that was stopped
 * during 3-D Secure, until it is closed or the purchase is complete.
 */
export const purchaseIntent = {
  set: (path: string) => safeSessionStorage.write(KEY, path),
  isOf: (path: string) => safeSessionStorage.read(KEY) === path,
  clear: () => safeSessionStorage.remove(KEY),
}
