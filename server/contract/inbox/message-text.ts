import { lengthOf } from '../lib/text.ts'
import { tidyText } from '../lib/tidy.ts'
import { MESSAGE_MAX } from './limits.ts'

/** Normalizes a message, on both sides. */
export const tidyMessage = (text: string): string => tidyText(text, MESSAGE_MAX.lines)

/** Validates a message; null if valid. The raw length is checked first: normalizing a long text is slow. */
export function messageProblem(text: string, max = MESSAGE_MAX.chars): 'empty' | 'long' | null {
  if (text.length > MESSAGE_MAX.units) return 'long'
  const tidy = tidyMessage(text)
  if (tidy === '') return 'empty'
  return lengthOf(tidy) <= max ? null : 'long'
}
