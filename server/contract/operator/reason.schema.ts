import * as z from 'zod'
import { OPERATOR_REASON_MAX, TEXT_RAW_MAX } from '../limits.ts'
import { required, tooLong } from '../messages.ts'
import { lengthOf } from '../text.ts'
import { tidyText } from '../tidy.ts'

const LINES = 30

/** Text that somebody else is to read: it must say something, and no more than so much. */
export const Told = (label: string, max: number) =>
  z
    .string({ error: required(label) })
    .max(TEXT_RAW_MAX, tooLong(label, max))
    .transform((text) => tidyText(text, LINES))
    .refine((text) => text !== '', required(label))
    .refine((text) => lengthOf(text) <= max, tooLong(label, max))

/** Why an operator acts: whoever is touched by it reads it. */
export const Reason = Told('理由', OPERATOR_REASON_MAX)
