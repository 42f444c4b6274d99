import type * as z from 'zod'
import { endpoints } from '../endpoint.ts'
import type * as decision from './decision.schema.ts'
import type * as schema from './reports.schema.ts'

export type ReportCase = z.output<typeof schema.shapes.getReport.output>
export type ReportRow = z.output<typeof schema.shapes.listReports.output>[number]
export type Decision = z.output<typeof decision.Decision>
export type Standing = z.output<typeof decision.Standing>
export type Author = z.output<typeof decision.Author>

/** What people reported, for those who decide. */
export const operatorReports = endpoints<typeof schema.shapes>()({
  /** Open ones first, and of those the oldest. */
  listReports: { method: 'GET', path: '/operator/report', auth: 'operator', kind: 'list' },
  getReport: { method: 'GET', path: '/operator/report/:id', auth: 'operator' },
  /** Of all open reports of the same thing at once; 409 where somebody else was first. */
  decideReport: { method: 'POST', path: '/operator/report/:id/decide', auth: 'operator' },
  /** What was taken away comes back, and the reports are open again. */
  reverseReport: { method: 'POST', path: '/operator/report/:id/reverse', auth: 'operator' },
})
