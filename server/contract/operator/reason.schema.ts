import * as z from 'zod'
import { OPERATOR_REASON_MAX } from '../limits.ts'
import { fieldName, required, tooLong } from '../messages.ts'
import { lengthOf } from '../text.ts'

/** Why an operator does something; whoever it touches may read it. */
export const Reason = z
  .string()
  .trim()
  .min(1, required(fieldName('reason')))
  .max(10 * OPERATOR_REASON_MAX)
  .refine((text) => lengthOf(text) <= OPERATOR_REASON_MAX, {
    error: tooLong(fieldName('reason'), OPERATOR_REASON_MAX),
  })
