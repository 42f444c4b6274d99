import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Proceeds = z.output<typeof schema.Proceeds>
export type Insights = z.output<typeof schema.Insights>
export type InsightDay = z.output<typeof schema.InsightDay>
export type EventInsights = z.output<typeof schema.EventInsights>

/** Lengths in days of the periods that an owner can compare. */
export const INSIGHT_DAYS = [7, 30, 90, 365] as const
export type InsightDays = (typeof INSIGHT_DAYS)[number]

/** An owner's figures, of their own room only. */
export const dashboard = endpoints<typeof schema.shapes>()({
  /** Earnings after fees, from the ledger. Default period: the last seven days. */
  getProceeds: { method: 'GET', path: '/me/proceeds', auth: 'viewer' },
  /** Sales, members and links of the last days, with the period before. */
  getInsights: { method: 'GET', path: '/me/insights', auth: 'viewer' },
  /** All days of both periods as a CSV table. */
  exportInsights: { method: 'GET', path: '/me/insights_export', auth: 'viewer', kind: 'file' },
  /** How the next event sells beside the last one, and the last two evenings minute by minute. */
  getEventInsights: { method: 'GET', path: '/me/event_insights', auth: 'viewer' },
  /** Announcements of the viewer's room with their readers, newest first. */
  listAnnounced: { method: 'GET', path: '/me/announcement', auth: 'viewer', kind: 'list' },
})
