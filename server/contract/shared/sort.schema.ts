import * as z from 'zod'
import { parseJson } from '../lib/parse-json.ts'

/** A column by which a list is sorted; descending with `-`. */
export type Sort<C extends string> = C | `-${C}`

/** The largest number of an integer column. */
export const INTEGER_MAX = 2_147_483_647
const AFTER_MAX = 1_000

const sorts = <C extends string>(columns: readonly C[]) =>
  columns.flatMap((column) => [column, `-${column}` as const])

// PostgreSQL stores no NUL.
const Text = z.string().refine((text) => !text.includes('\0'))

/**
 * Query fields of a list that can be sorted by columns with texts, and by others with numbers. `after`: order and place
 * of the last row of the page before, as the server wrote it.
 */
export function sortable<T extends string, N extends string = never>(
  texts: readonly T[],
  numbers: readonly N[] = [],
) {
  const after = z.union([
    z.tuple([z.enum(sorts(texts)), Text, Text]),
    z.tuple([z.enum(sorts(numbers)), z.int().min(0).max(INTEGER_MAX), Text]),
  ])
  return {
    sort: z.enum([...sorts(texts), ...sorts(numbers)]).optional(),
    after: z.string().max(AFTER_MAX).transform(parseJson).pipe(after).optional(),
  }
}
