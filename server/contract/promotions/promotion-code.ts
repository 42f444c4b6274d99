import { PROMOTION_MAX } from './limits.ts'

/** Blanks, hyphens, and what a Japanese keyboard writes for them. */
const SEPARATORS = /[\s\p{Pd}\u2212\u30fcー_]/gu
const WHOLE = new RegExp(`^[A-Z0-9]{${PROMOTION_MAX.codeMin},${PROMOTION_MAX.codeMax}}$`)

/** A typed code as it is stored: half width, upper case, without blanks and hyphens. */
export const normalCode = (typed: string) =>
  typed.normalize('NFKC').replace(SEPARATORS, '').toUpperCase()

/** Whether a normalized text can be a code. */
export const isPromotionCode = (code: string) => WHOLE.test(code)

/** The fragment of a ticket's page that brings a code along: browsers do not send it to servers. */
export const CODE_FRAGMENT = 'code'
/** The code in the fragment of an address; null: there is none. */
export const codeInFragment = (hash: string): string | null =>
  normalCode(new URLSearchParams(hash.slice(1)).get(CODE_FRAGMENT) ?? '') || null
