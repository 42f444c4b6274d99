import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type FailedWork = z.output<typeof schema.FailedWork>
export type Health = z.output<typeof schema.Health>

/** State of the system, and failed background work. */
export const operatorSystem = endpoints<typeof schema.shapes>()({
  getHealth: { method: 'GET', path: '/operator/health', auth: 'operator' },
  /** Work that was given up or is being retried, newest first. */
  listFailedWork: { method: 'GET', path: '/operator/failed', auth: 'operator', kind: 'list' },
  /** Due at once, with all attempts. */
  retryWork: { method: 'POST', path: '/operator/failed/:id/retry', auth: 'operator', status: 204 },
})
