import * as z from 'zod'
import { StreamHealth } from '#contract/streams/shapes.ts'
import type { IngestReport } from '#server/ports/ingest.ts'

const Measured = StreamHealth.pick({ video: true, audio: true }).extend({
  spoiled: z.int(),
  foreign: z.array(z.enum(['video', 'audio'])),
})

/** A report of the ingest process. */
export const IngestReportShape = z.object({
  ingest: z.string(),
  rtmp_port: z.int(),
  streams: z.array(
    z.object({
      broadcast: z.string(),
      key_hash: z.string(),
      pieces: z.int(),
      measured: Measured,
    }),
  ),
}) satisfies z.ZodType<IngestReport>
