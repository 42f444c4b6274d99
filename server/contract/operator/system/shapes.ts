import * as z from 'zod'
import { ById, Instant, Paging } from '../../shared/shared.schema.ts'

export const FailedWork = z.object({
  id: z.string(),
  topic: z.string(),
  /** `given_up`: no more retries. */
  state: z.enum(['given_up', 'trying']),
  attempts: z.int(),
  /** Kind of the last failure, without external texts. */
  error: z.string(),
  created_at: Instant,
  /** Time of the next retry. */
  due_at: Instant.nullable(),
})

const Job = z.object({
  name: z.string(),
  last_run_at: Instant.nullable(),
  /** Overdue. */
  late: z.boolean(),
})

export const Health = z.object({
  now: Instant,
  started_at: Instant,
  database: z.object({
    engine: z.enum(['sqlite', 'postgres']),
    /** Bytes; null if unknown. */
    size: z.int().nullable(),
    /** Latest migration. */
    migration: z.string(),
  }),
  /** Disk of the data folder: bytes. */
  disk: z.object({ free: z.int(), total: z.int() }).nullable(),
  memory: z.int(),
  jobs: z.array(Job),
  /** Work that is due and not started. */
  waiting: z.object({ count: z.int(), oldest: Instant.nullable() }),
  given_up: z.int(),
  notices: z.object({
    /** Webhook events received and not processed yet. */
    waiting: z.int(),
    unknown: z.int(),
    last_at: Instant.nullable(),
  }),
  on_air: z.int(),
  /** Encoder of the qualities below a stream; null if none is used, or no ingest process has reported yet. */
  encoder: z
    .object({
      state: z.enum(['found', 'missing', 'old', 'unable']),
      version: z.string().nullable(),
    })
    .nullable()
    .optional(),
})

export const shapes = {
  getHealth: { output: Health },
  listFailedWork: { query: Paging, output: z.array(FailedWork) },
  retryWork: { params: ById },
}
