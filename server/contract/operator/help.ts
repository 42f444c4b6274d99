import type * as z from 'zod'
import { endpoints } from '../endpoint.ts'
import type * as schema from './help.schema.ts'

export type OwnHelp = z.output<typeof schema.OwnHelp>
export type HelpEntry = z.output<typeof schema.Entry>

/** The answers on the help pages: what is written here stands before those of the files. */
export const operatorHelp = endpoints<typeof schema.shapes>()({
  getHelp: { method: 'GET', path: '/operator/help/:topic', auth: 'operator' },
  saveHelp: { method: 'PUT', path: '/operator/help/:topic', auth: 'operator' },
  /** Back to those of the files. */
  restoreHelp: { method: 'POST', path: '/operator/help/:topic/restore', auth: 'operator' },
  getHelpVersion: {
    method: 'GET',
    path: '/operator/help/:topic/version/:version',
    auth: 'operator',
  },
})
