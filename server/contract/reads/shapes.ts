import * as z from 'zod'
import { READ_LENGTH_MAX, READS_MAX } from './limits.ts'

/** The answer to one call of a batch. */
const ReadResult = z.object({
  status: z.int(),
  /** JSON; null without a body. */
  body: z.string().nullable(),
  /** Headers of a list: the next page, and the number of rows in all. */
  link: z.string().nullable(),
  total: z.string().nullable(),
})

export const shapes = {
  readAll: {
    body: z.object({
      /** Paths of calls with their queries, below the base of the API. */
      calls: z.array(z.string().max(READ_LENGTH_MAX).startsWith('/')).min(1).max(READS_MAX),
    }),
    output: z.array(ReadResult),
  },
}
