import { safeSessionStorage } from './safe-storage.ts'

const KEY = 'room.buying'
/** Marks a link, for example in an email, that opens the purchase form of its page. */
export const BUY = 'buy'

/**
 * The page on which a purchase was opened. Its form opens again after a login, a reload, or a browser that was stopped
 * during 3-D Secure, until it is closed or the purchase is complete.
 */
export const purchaseIntent = {
  set: (path: string) => safeSessionStorage.write(KEY, path),
  isOf: (path: string) => safeSessionStorage.read(KEY) === path,
  clear: () => safeSessionStorage.remove(KEY),
}

/** What a buyer has chosen on the page: the type of a ticket by its id, and the number of seats. */
export type Choice = Partial<Record<(typeof CHOICE)[number], string>>
export const CHOICE = ['type', 'seats'] as const

/** The path of a page with its purchase form open and what was chosen there, also on another device. */
export const purchasePath = (path: string, choice: Choice = {}) =>
  [`${path}?${BUY}`, ...CHOICE.flatMap((name) => parameter(name, choice[name]))].join('&')

const parameter = (name: string, value: string | undefined) =>
  value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]
