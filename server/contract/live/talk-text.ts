import { tidyText } from '../lib/tidy.ts'
import { talkFits } from '../shared/rules.ts'
import { TALK_LINES_MAX, TALK_RAW_MAX } from './limits.ts'

/** Normalizes a talk message, on both sides. */
export const tidyTalk = (text: string): string => tidyText(text, TALK_LINES_MAX)

/** Validates a talk message; null if valid. The raw length is checked first: normalizing a long text is slow. */
export function talkProblem(text: string): 'empty' | 'long' | null {
  if (text.length > TALK_RAW_MAX) return 'long'
  const tidy = tidyTalk(text)
  if (tidy === '') return 'empty'
  return talkFits(tidy) ? null : 'long'
}
