import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type ReadResult = z.output<typeof schema.shapes.readAll.output>[number]

/** A batch of calls that read. */
export const reads = endpoints<typeof schema.shapes>()({
  /** Answers each call as if it had been sent by itself, in the order of the calls. Parts may contain signed URLs. */
  readAll: { method: 'POST', path: '/reads', auth: 'viewer', secret: true },
})
