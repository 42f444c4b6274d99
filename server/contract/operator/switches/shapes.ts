import * as z from 'zod'
import { line, tooLongText } from '../../shared/form.schema.ts'
import { Instant } from '../../shared/shared.schema.ts'
import { SWITCHES } from '../../site/switches.ts'
import { PARTS } from '../../status/calls.ts'
import { BAND_MAX } from '../limits.ts'
import { Reason } from '../reason.schema.ts'

export const SwitchBoard = z.object({
  switches: z.array(
    z.object({
      name: z.enum(SWITCHES),
      enabled: z.boolean(),
      /** Null if never changed. */
      updated_at: Instant.nullable(),
    }),
  ),
  /** The site notice on every page; empty: none. */
  band: z.string(),
  /** Parts that are failing now. */
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
      text: line.pipe(z.string().max(BAND_MAX, { error: tooLongText('お知らせバナー', BAND_MAX) })),
    }),
    output: SwitchBoard,
  },
}
