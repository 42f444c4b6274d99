import { safeLocalStorage } from './safe-storage.ts'

const KEY = 'room.bought'

/** Somebody bought something in this browser: then it is worth having on the home screen. Says nothing of what. */
export const setPurchaseFlag = () => safeLocalStorage.write(KEY, '1')
export const hasPurchased = () => safeLocalStorage.read(KEY) !== null
