import { safeLocalStorage } from './safe-storage.ts'

const KEY = 'room.bought'

/** A purchase was made in this browser: a condition of the install prompt. Holds no personal data. */
export const setPurchaseFlag = () => safeLocalStorage.write(KEY, '1')
export const hasPurchased = () => safeLocalStorage.read(KEY) !== null
