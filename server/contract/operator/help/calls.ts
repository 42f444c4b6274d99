import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type OwnHelp = z.output<typeof schema.OwnHelp>
export type HelpEntry = z.output<typeof schema.HelpEntry>

/** Answers of the help pages: edits take precedence over the files. */
export const operatorHelp = endpoints<typeof schema.shapes>()({
  getHelp: { method: 'GET', path: '/operator/help/:topic', auth: 'operator' },
  saveHelp: { method: 'PUT', path: '/operator/help/:topic', auth: 'operator' },
  /** Restores the default from the files. */
  restoreHelp: { method: 'POST', path: '/operator/help/:topic/restore', auth: 'operator' },
  getHelpVersion: {
    method: 'GET',
    path: '/operator/help/:topic/version/:version',
    auth: 'operator',
  },
})
