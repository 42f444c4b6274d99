import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as decision from '../decision.schema.ts'
import type * as schema from './shapes.ts'

export type ReportCase = z.output<typeof schema.shapes.getReport.output>
export type ReportRow = z.output<typeof schema.shapes.listReports.output>[number]
export type Decision = z.output<typeof decision.Decision>
export type ContentVisibility = z.output<typeof decision.ContentVisibility>
export type Author = z.output<typeof decision.Author>

/** Reports, for operators. */
export const operatorReports = endpoints<typeof schema.shapes>()({
  /** Open ones first, oldest on top. */
  listReports: { method: 'GET', path: '/operator/report', auth: 'operator', kind: 'list' },
  getReport: { method: 'GET', path: '/operator/report/:id', auth: 'operator' },
  /** Decides all open reports of the same content at once; 409 if another operator was first. */
  decideReport: { method: 'POST', path: '/operator/report/:id/decide', auth: 'operator' },
  /** Restores the hidden content, and reopens the reports. */
  reverseReport: { method: 'POST', path: '/operator/report/:id/reverse', auth: 'operator' },
})
