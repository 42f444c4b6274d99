import { lengthOf } from '../lib/text.ts'
import { tidyText } from '../lib/tidy.ts'
import { TALK_LINES_MAX, TALK_MAX_CHARS, TALK_MAX_UNITS, TALK_RAW_MAX } from './limits.ts'

/** Whether a talk message is short enough. Units are checked first: counting graphemes of a huge text is slow. */
export const talkFits = (message: string): boolean =>
  message.length <= TALK_MAX_UNITS && lengthOf(message) <= TALK_MAX_CHARS

/** Normalizes a talk message, on both sides. */
export const tidyTalk = (text: string): string => tidyText(text, TALK_LINES_MAX)

/** Validates a talk message; null if valid. The raw length is checked first: normalizing a long text is slow. */
export function talkProblem(text: string): 'empty' | 'long' | null {
  if (text.length > TALK_RAW_MAX) return 'long'
  const tidy = tidyTalk(text)
  if (tidy === '') return 'empty'
  return talkFits(tidy) ? null : 'long'
}
