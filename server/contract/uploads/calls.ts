import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Upload = z.output<typeof schema.Upload>
export type Conversion = z.output<typeof schema.Conversion>

/**
 * Resumable uploads in chunks: after a failure, ask for the offset and continue. The id is then sent in a form in
 * place of the file. For users who may post in a room.
 */
export const uploads = endpoints<typeof schema.shapes>()({
  startUpload: { method: 'POST', path: '/upload', auth: 'viewer', status: 201 },
  getUpload: { method: 'GET', path: '/upload/:id', auth: 'viewer' },
  /** 409 if `offset` is not the current size. */
  sendPiece: { method: 'PATCH', path: '/upload/:id', auth: 'viewer', kind: 'bytes' },
  dropUpload: { method: 'DELETE', path: '/upload/:id', auth: 'viewer', status: 204 },
  /**
   * Asks whether every browser can play a complete upload; otherwise it is converted, if the site can: 422 if it
   * cannot, or if the file is unreadable. Asking again answers the same.
   */
  convertUpload: { method: 'POST', path: '/upload/:id/conversion', auth: 'viewer' },
  getConversion: { method: 'GET', path: '/upload/:id/conversion', auth: 'viewer' },
})
