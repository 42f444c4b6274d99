import { MESSAGE_MAX } from './limits.ts'
import { lengthOf } from './text.ts'
import { tidyText } from './tidy.ts'

/** A message as it is counted, kept and shown, on both sides. */
export const tidyMessage = (text: string): string => tidyText(text, MESSAGE_MAX.lines)

/** What is wrong with what was written, or null. The raw length comes first: tidying takes its time. */
export function messageProblem(text: string, most = MESSAGE_MAX.chars): 'empty' | 'long' | null {
  if (text.length > MESSAGE_MAX.units) return 'long'
  const tidy = tidyMessage(text)
  if (tidy === '') return 'empty'
  return lengthOf(tidy) <= most ? null : 'long'
}
