import type { Gate } from '#contract/door/calls.ts'
import { rangeLabel } from '../range-label.ts'

/** The numbers that a gate admits, as text. */
export const numbersOf = ({ range }: Gate) =>
  range ? `整理番号 ${rangeLabel([[range.from, range.to]])}` : 'ほかの入口にない番号すべて'
