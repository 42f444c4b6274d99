import { deviceNote } from './notes.ts'

const KEY = 'room.bought'

/** Somebody bought something in this browser: then it is worth having on the home screen. Says nothing of what. */
export const noteBought = () => deviceNote.write(KEY, '1')
export const hasBought = () => deviceNote.read(KEY) !== null
