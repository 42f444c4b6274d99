import * as z from 'zod'
import { tooMany } from '../form.schema.ts'

/** As it is written: blank lines mean something in it. */
export const markdown = (what: string, most: number) =>
  z
    .string()
    .max(most * 2, { error: tooMany(what, most) })
    .transform((written) => written.replaceAll(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(most, { error: tooMany(what, most) }))

/** The version of what is saved that somebody read before they wrote. */
export const version = z.int().min(0).max(1_000_000_000)
