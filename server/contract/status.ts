import { endpoints } from './endpoint.ts'
import type * as schema from './status.schema.ts'

/** Parts of the service that can fail by themselves while the rest goes on. */
export const PARTS = ['database', 'payments', 'mail', 'streams'] as const
export type PartName = (typeof PARTS)[number]

export const status = endpoints<typeof schema.shapes>()({
  /** What does not work just now, and what operators have to say to everybody. */
  getStatus: { method: 'GET', path: '/status', auth: 'none', throttle: 'poll' },
})
