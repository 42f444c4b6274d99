const KEY = 'room.bought'

/** Somebody bought something in this browser: then it is worth having on the home screen. Says nothing of what. */
export const noteBought = () => localStorage.setItem(KEY, '1')
export const hasBought = () => localStorage.getItem(KEY) !== null
