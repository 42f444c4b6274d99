import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Overview = z.output<typeof schema.Overview>

/** Pending tasks of operators, and figures of the day. */
export const operatorOverview = endpoints<typeof schema.shapes>()({
  getOverview: { method: 'GET', path: '/operator/overview', auth: 'operator' },
})
