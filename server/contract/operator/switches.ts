import type * as z from 'zod'
import { endpoints } from '../endpoint.ts'
import type * as schema from './switches.schema.ts'

export type SwitchBoard = z.output<typeof schema.SwitchBoard>

/** What can be paused, and the line over every page. */
export const operatorSwitches = endpoints<typeof schema.shapes>()({
  getSwitches: { method: 'GET', path: '/operator/switch', auth: 'operator' },
  turnSwitch: { method: 'PUT', path: '/operator/switch/:name', auth: 'operator' },
  /** An empty text takes it away. */
  setBand: { method: 'PUT', path: '/operator/band', auth: 'operator' },
})
