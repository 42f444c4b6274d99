import { RESERVED_NAMES } from '#contract/reserved.ts'

/** Letters that pass for one another in common typefaces, as one spelling: m reads as rn, w as vv. */
const LOOKS: Record<string, string> = { '0': 'o', '1': 'l', i: 'l', m: 'rn', w: 'vv', _: '' }

/** A handle as the eye takes it: two with the same skeleton could pose as each other. */
export const skeletonOf = (name: string): string =>
  name.toLowerCase().replace(/[01imw_]/g, (letter) => LOOKS[letter]!)

const reserved = new Set(RESERVED_NAMES.map(skeletonOf))

/** Whether nobody may have this handle: it is an address or a word of ours, looks like one, or like nothing. */
export function isReserved(name: string): boolean {
  const skeleton = skeletonOf(name)
  return skeleton === '' || reserved.has(skeleton)
}
