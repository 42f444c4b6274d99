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
