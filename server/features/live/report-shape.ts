import * as z from 'zod'
import { StreamHealth } from '#contract/streams/shapes.ts'
import type { IngestReport } from '#server/ports/ingest.ts'

const Ladder = z.object({
  made: z.array(z.int()),
  dropped: z.array(z.int()),
  drops: z.int(),
  failures: z.int(),
})

const Ffmpeg = z.discriminatedUnion('state', [
  z.object({ state: z.literal('found'), path: z.string(), version: z.string() }),
  z.object({ state: z.literal('missing') }),
  z.object({ state: z.literal('old'), version: z.string() }),
  z.object({ state: z.literal('unable'), version: z.string(), lacks: z.string() }),
])

const Measured = StreamHealth.pick({ video: true, audio: true }).extend({
  spoiled: z.int(),
  foreign: z.array(z.enum(['video', 'audio'])),
  doubts: z.array(z.enum(['soundLate', 'soundDrifts', 'still', 'slow', 'short'])).optional(),
  unwritten: z.boolean().optional(),
  ladder: Ladder.optional(),
})

/** A report of the ingest process. */
export const IngestReportShape = z.object({
  ingest: z.string(),
  rtmp_port: z.int(),
  ffmpeg: Ffmpeg.optional(),
  streams: z.array(
    z.object({
      broadcast: z.string(),
      key_hash: z.string(),
      pieces: z.int(),
      measured: Measured,
    }),
  ),
  cutoffs: z
    .array(z.object({ broadcast: z.string(), why: z.enum(['replaced', 'invalid']) }))
    .optional(),
}) satisfies z.ZodType<IngestReport>
