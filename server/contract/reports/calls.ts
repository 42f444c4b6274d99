import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export const REPORT_KINDS = [
  'room',
  'event',
  'thread',
  'comment',
  'talk',
  'message',
  'user',
] as const
export const REPORT_CATEGORIES = [
  'harassment',
  'sexual',
  'violence',
  'spam',
  'privacy',
  'rights',
  'other',
] as const
export type ReportKind = (typeof REPORT_KINDS)[number]
export type ReportCategory = (typeof REPORT_CATEGORIES)[number]
export type Report = z.input<typeof schema.shapes.report.body>

export const reports = endpoints<typeof schema.shapes>()({
  /** 200 and the same id if this person reported it before; 404 for content that they cannot see. */
  report: { method: 'POST', path: '/report', auth: 'viewer', status: [201, 200] },
})
