import type * as z from 'zod'
import { endpoints } from '../endpoint.ts'
import type * as schema from './words.schema.ts'

export type Word = z.output<typeof schema.Word>

/** What nobody may write where others read it. */
export const operatorWords = endpoints<typeof schema.shapes>()({
  listWords: { method: 'GET', path: '/operator/word', auth: 'operator' },
  addWord: { method: 'POST', path: '/operator/word', auth: 'operator', status: 201 },
  removeWord: { method: 'DELETE', path: '/operator/word/:id', auth: 'operator', status: 204 },
})
