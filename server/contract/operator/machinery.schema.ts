import * as z from 'zod'
import { ById, Instant, Paging } from '../shared.schema.ts'

export const FailedWork = z.object({
  id: z.string(),
  topic: z.string(),
  /** `given_up`: nobody tries any more. */
  state: z.enum(['given_up', 'trying']),
  attempts: z.int(),
  /** What kind of failure it was last; a stranger's words stay out. */
  error: z.string(),
  created_at: Instant,
  /** Of what is tried again: when next. */
  due_at: Instant.nullable(),
})

const Job = z.object({
  name: z.string(),
  last_run_at: Instant.nullable(),
  /** It should have run by now, and did not. */
  late: z.boolean(),
})

export const Health = z.object({
  now: Instant,
  started_at: Instant,
  database: z.object({
    engine: z.enum(['sqlite', 'postgres']),
    /** Bytes; null where it cannot be told. */
    size: z.int().nullable(),
    /** The newest change of its shape. */
    migration: z.string(),
  }),
  /** Of the folder that holds the data: bytes. */
  disk: z.object({ free: z.int(), total: z.int() }).nullable(),
  memory: z.int(),
  jobs: z.array(Job),
  /** Work that is due and was not begun. */
  waiting: z.object({ count: z.int(), oldest: Instant.nullable() }),
  given_up: z.int(),
  notices: z.object({
    /** Told by the payment provider, and not taken in yet. */
    waiting: z.int(),
    unknown: z.int(),
    last_at: Instant.nullable(),
  }),
  on_air: z.int(),
})

export const shapes = {
  getHealth: { output: Health },
  listFailedWork: { query: Paging, output: z.array(FailedWork) },
  retryWork: { params: ById },
}
