import { COMMENT_MAX, TEXT_LINES, THREAD_MAX } from './posting-limits.ts'
import { lengthOf } from './text.ts'
import { tidyText } from './tidy.ts'

/** Letters that are built of many units: far more than any text of that many characters needs. */
const UNITS_EACH = 20

export const tidyTitle = (text: string) => tidyText(text, 1)
export const tidyThread = (text: string) => tidyText(text, TEXT_LINES.thread)
export const tidyComment = (text: string) => tidyText(text, TEXT_LINES.comment)

/** Units first: counting characters is slow on a huge text. */
const fits = (text: string, most: number) =>
  text.length <= most * UNITS_EACH && lengthOf(text) <= most
export const titleFits = (title: string) => fits(title, THREAD_MAX.title)
export const threadFits = (text: string) => fits(text, THREAD_MAX.text)
export const commentFits = (text: string) => fits(text, COMMENT_MAX)
