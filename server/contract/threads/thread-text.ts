import { lengthOf } from '../lib/text.ts'
import { tidyText } from '../lib/tidy.ts'
import { COMMENT_MAX, TEXT_LINES, THREAD_MAX } from './posting-limits.ts'

/** UTF-16 units allowed per grapheme: far more than real texts need. */
const UNITS_EACH = 20

export const tidyTitle = (text: string) => tidyText(text, 1)
export const tidyThread = (text: string) => tidyText(text, TEXT_LINES.thread)
export const tidyComment = (text: string) => tidyText(text, TEXT_LINES.comment)

/** Units are checked first: counting graphemes of a huge text is slow. */
const fits = (text: string, max: number) => text.length <= max * UNITS_EACH && lengthOf(text) <= max
export const titleFits = (title: string) => fits(title, THREAD_MAX.title)
export const threadFits = (text: string) => fits(text, THREAD_MAX.text)
export const commentFits = (text: string) => fits(text, COMMENT_MAX)
