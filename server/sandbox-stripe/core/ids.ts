import { randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const randomText = (length: number) =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export const randomDigits = (length: number) => Array.from({ length }, () => randomInt(10)).join('')

/** `pi_3…`: Stripe's format; does not sort by creation. */
export const newId = (prefix: string) => `${prefix}_${randomText(24)}`

/** The format that Stripe.js parses. */
export const newClientSecret = (id: string) => `${id}_secret_${randomText(25)}`
