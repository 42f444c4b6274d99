import * as z from 'zod'
import { PARTS } from './status.ts'
import { SWITCHES } from './switches.ts'

const Status = z.object({
  /** Those that fail; empty while all is well. */
  down: z.array(z.enum(PARTS)),
  /** What operators have paused. */
  paused: z.array(z.enum(SWITCHES)),
  /** A line for everybody; null where there is none. */
  notice: z.string().nullable(),
})

export const shapes = { getStatus: { output: Status } }
