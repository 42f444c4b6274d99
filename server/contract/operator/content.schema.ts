import * as z from 'zod'
import { tooMany } from '../form.schema.ts'
import { OPERATOR_REASON_MAX } from '../limits.ts'
import { REASON_NEEDED } from './content-messages.ts'

/** As it is written: blank lines mean something in it. */
export const markdown = (what: string, most: number) =>
  z
    .string()
    .max(most * 2, { error: tooMany(what, most) })
    .transform((written) => written.replaceAll(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(most, { error: tooMany(what, most) }))

/** Why an operator does it. */
export const reason = z
  .string()
  .trim()
  .min(1, { error: REASON_NEEDED })
  .max(OPERATOR_REASON_MAX, { error: tooMany('理由', OPERATOR_REASON_MAX) })

/** The version of what is saved that somebody read before they wrote. */
export const version = z.int().min(0).max(1_000_000_000)
