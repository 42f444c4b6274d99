import * as z from 'zod'
import { lengthOf } from '../lib/text.ts'
import { tidyText } from '../lib/tidy.ts'
import { TEXT_RAW_MAX } from '../shared/limits.ts'
import { required, tooLong } from '../shared/messages.ts'
import { OPERATOR_REASON_MAX } from './limits.ts'

const LINES = 30

/** Required text for another person, with a length limit. */
export const MessageText = (label: string, max: number) =>
  z
    .string({ error: required(label) })
    .max(TEXT_RAW_MAX, tooLong(label, max))
    .transform((text) => tidyText(text, LINES))
    .refine((text) => text !== '', required(label))
    .refine((text) => lengthOf(text) <= max, tooLong(label, max))

/** Reason of an operator's action, shown to the affected person. */
export const Reason = MessageText('理由', OPERATOR_REASON_MAX)
