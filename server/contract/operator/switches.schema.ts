import * as z from 'zod'
import { line, tooMany } from '../form.schema.ts'
import { Instant } from '../shared.schema.ts'
import { PARTS } from '../status.ts'
import { SWITCHES } from '../switches.ts'
import { BAND_MAX } from './content-limits.ts'
import { Reason } from './reason.schema.ts'

export const SwitchBoard = z.object({
  switches: z.array(
    z.object({
      name: z.enum(SWITCHES),
      enabled: z.boolean(),
      /** Null where nobody ever turned it. */
      updated_at: Instant.nullable(),
    }),
  ),
  /** The line over every page; empty where there is none. */
  band: z.string(),
  /** What fails by itself just now. */
  down: z.array(z.enum(PARTS)),
})

export const shapes = {
  getSwitches: { output: SwitchBoard },
  turnSwitch: {
    params: z.object({ name: z.enum(SWITCHES) }),
    body: z.object({ enabled: z.boolean(), reason: Reason }),
    output: SwitchBoard,
  },
  setBand: {
    body: z.object({
      text: line.pipe(z.string().max(BAND_MAX, { error: tooMany('お知らせの帯', BAND_MAX) })),
    }),
    output: SwitchBoard,
  },
}
