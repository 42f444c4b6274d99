import * as z from 'zod'
import { Instant } from '../shared/shared.schema.ts'

const Percent = z.int()

export const ServiceFee = z.object({
  /** Current platform fee in percent. */
  percent: Percent,
  /** Planned fee and its start; null if no change is planned. */
  next: z.object({ percent: Percent, from: Instant }).nullable(),
})

export const shapes = { getServiceFee: { output: ServiceFee } }
