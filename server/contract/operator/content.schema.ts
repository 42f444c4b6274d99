import * as z from 'zod'
import { tooLongText } from '../shared/form.schema.ts'

/** Kept as written: blank lines are significant. */
export const markdown = (what: string, max: number) =>
  z
    .string()
    .max(max * 2, { error: tooLongText(what, max) })
    .transform((written) => written.replaceAll(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(max, { error: tooLongText(what, max) }))

/** Version that was read before the edit, to detect conflicts. */
export const version = z.int().min(0).max(1_000_000_000)
