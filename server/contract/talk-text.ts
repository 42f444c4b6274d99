import { TALK_LINES_MAX, TALK_RAW_MAX } from './limits.ts'
import { talkFits } from './rules.ts'
import { tidyText } from './tidy.ts'

/** A talk message as it is counted, kept and shown, on both sides. */
export const tidyTalk = (text: string): string => tidyText(text, TALK_LINES_MAX)

/** What is wrong with a message that was written, or null. The raw length comes first: tidying takes its time. */
export function talkProblem(text: string): 'empty' | 'long' | null {
  if (text.length > TALK_RAW_MAX) return 'long'
  const tidy = tidyTalk(text)
  if (tidy === '') return 'empty'
  return talkFits(tidy) ? null : 'long'
}
