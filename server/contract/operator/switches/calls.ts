import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type SwitchBoard = z.output<typeof schema.SwitchBoard>

/** Feature switches, and the site notice. */
export const operatorSwitches = endpoints<typeof schema.shapes>()({
  getSwitches: { method: 'GET', path: '/operator/switch', auth: 'operator' },
  turnSwitch: { method: 'PUT', path: '/operator/switch/:name', auth: 'operator' },
  /** An empty text removes it. */
  setBand: { method: 'PUT', path: '/operator/band', auth: 'operator' },
})
