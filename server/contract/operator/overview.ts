import type * as z from 'zod'
import { endpoints } from '../endpoint.ts'
import type * as schema from './overview.schema.ts'

export type Overview = z.output<typeof schema.Overview>

/** What needs an operator, and how the day goes. */
export const operatorOverview = endpoints<typeof schema.shapes>()({
  getOverview: { method: 'GET', path: '/operator/overview', auth: 'operator' },
})
