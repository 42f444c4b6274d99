import { randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const randomText = (length: number) =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** `pi_3…`: Stripe's shape; the order of making is kept elsewhere. */
export const newId = (prefix: string) => `${prefix}_${randomText(24)}`

/** The form that Stripe.js takes apart again. */
export const newClientSecret = (id: string) => `${id}_secret_${randomText(25)}`
