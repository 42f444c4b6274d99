import type { Gate } from '#contract/door.ts'
import { rangeWords } from '../range-words.ts'

/** Whom a gate receives, in words. */
export const numbersOf = ({ range }: Gate) =>
  range ? `整理番号 ${rangeWords([[range.from, range.to]])}` : 'ほかの入口にない番号すべて'
