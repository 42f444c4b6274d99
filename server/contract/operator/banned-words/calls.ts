import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Word = z.output<typeof schema.Word>

/** Banned words of the service. */
export const operatorBannedWords = endpoints<typeof schema.shapes>()({
  listBannedWords: { method: 'GET', path: '/operator/word', auth: 'operator' },
  addWord: { method: 'POST', path: '/operator/word', auth: 'operator', status: 201 },
  removeWord: { method: 'DELETE', path: '/operator/word/:id', auth: 'operator', status: 204 },
})
