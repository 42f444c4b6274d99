import * as z from 'zod'
import { SWITCHES } from '../site/switches.ts'
import { PARTS } from './calls.ts'

const Status = z.object({
  /** Parts that are failing. */
  down: z.array(z.enum(PARTS)),
  /** Features paused by operators. */
  paused: z.array(z.enum(SWITCHES)),
  /** The site notice; null: none. */
  notice: z.string().nullable(),
})

export const shapes = { getStatus: { output: Status } }
