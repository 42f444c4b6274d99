import * as z from 'zod'
import { Instant } from './shared.schema.ts'

const Percent = z.int()

export const ServiceFee = z.object({
  /** What the platform takes of what is sold now, in percent. */
  percent: Percent,
  /** What it will take, and from when on; null while nothing is planned. */
  next: z.object({ percent: Percent, from: Instant }).nullable(),
})

export const shapes = { getServiceFee: { output: ServiceFee } }
