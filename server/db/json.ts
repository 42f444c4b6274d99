import type * as z from 'zod'
import type { Json } from './schema/types.ts'

/** The reader of a JSON column: throws for a text that does not have the column's shape. */
export const jsonColumn =
  <S extends z.ZodType>(shape: S) =>
  (json: Json): z.output<S> =>
    shape.parse(JSON.parse(json))
