import type * as z from 'zod'
import { endpoints } from '../endpoint.ts'
import type * as schema from './machinery.schema.ts'

export type FailedWork = z.output<typeof schema.FailedWork>
export type Health = z.output<typeof schema.Health>

/** What runs without anybody asking: what failed of it, and how the whole is. */
export const operatorMachinery = endpoints<typeof schema.shapes>()({
  getHealth: { method: 'GET', path: '/operator/health', auth: 'operator' },
  /** Work that was given up, and work that failed and is tried again; the newest first. */
  listFailedWork: { method: 'GET', path: '/operator/failed', auth: 'operator', kind: 'list' },
  /** Due again at once, with all its tries. */
  retryWork: { method: 'POST', path: '/operator/failed/:id/retry', auth: 'operator', status: 204 },
})
