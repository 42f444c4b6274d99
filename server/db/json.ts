import * as z from 'zod'
import type { Json } from './schema/types.ts'

/** The reader of a JSON column or message: throws for a text that does not have its shape. */
export const jsonOf =
  <S extends z.ZodType>(shape: S) =>
  (json: Json): z.output<S> =>
    shape.parse(JSON.parse(json))

/** Columns with a list of texts or numbers. */
export const textsOf = jsonOf(z.array(z.string()))
export const numbersOf = jsonOf(z.array(z.number()))
