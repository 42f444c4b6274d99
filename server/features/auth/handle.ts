import { randomInt } from 'node:crypto'
import { NAME_MAX, NAME_MIN } from '#contract/auth/limits.ts'
import { RESERVED_NAMES } from '#contract/profile/reserved.ts'

/** Characters that look alike in common typefaces, mapped to one spelling: m reads as rn, w as vv. */
const LOOKS: Record<string, string> = { '0': 'o', '1': 'l', i: 'l', m: 'rn', w: 'vv', _: '' }

/** Look-alike key of a handle: two handles with the same skeleton could impersonate each other. */
export const skeletonOf = (name: string): string =>
  name.toLowerCase().replace(/[01imw_]/g, (char) => LOOKS[char] ?? char)

const reserved = new Set(RESERVED_NAMES.map(skeletonOf))

/** Whether a handle is reserved: a route or a word of the service, a look-alike of one, or an empty skeleton. */
export function isReserved(name: string): boolean {
  const skeleton = skeletonOf(name)
  return skeleton === '' || reserved.has(skeleton)
}

/** Beginnings of proposed handles, for display names without Latin letters. */
const WORDS = ['hoshi', 'tsuki', 'yoru', 'akari', 'mado', 'kaze', 'hana', 'tori', 'nami', 'yuki']
const MAX_PROPOSALS = 20
const DIGITS = 4

/** Handles to propose, the nearest to the display name first. At random, as an email address would reveal its owner. */
export function* proposedNames(displayName: string): Generator<string> {
  const latin = displayName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  if (latin.length >= NAME_MIN) yield latin.slice(0, NAME_MAX)
  for (let n = 0; n < MAX_PROPOSALS; n++) {
    const base = latin.length >= NAME_MIN ? latin : (WORDS[randomInt(WORDS.length)] ?? '')
    const digits = String(randomInt(10 ** (DIGITS - 1), 10 ** DIGITS))
    yield `${base.slice(0, NAME_MAX - DIGITS)}${digits}`
  }
}
