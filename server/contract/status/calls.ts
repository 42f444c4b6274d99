import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

/** Parts of the service that can fail independently. */
export const PARTS = ['database', 'payments', 'mail', 'streams'] as const
export type PartName = (typeof PARTS)[number]

export const status = endpoints<typeof schema.shapes>()({
  /** Outages, pauses and the site notice. */
  getStatus: { method: 'GET', path: '/status', auth: 'none', throttle: 'poll' },
})
