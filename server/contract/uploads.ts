import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './uploads.schema.ts'

export type Upload = z.output<typeof schema.Upload>

/**
 * A file comes in pieces, so that a broken network loses one of them and not all: ask how far it got, go on from there.
 * Its id then stands in a form in the file's place. For those who may post in a room.
 */
export const uploads = endpoints<typeof schema.shapes>()({
  startUpload: { method: 'POST', path: '/upload', auth: 'viewer', status: 201 },
  getUpload: { method: 'GET', path: '/upload/:id', auth: 'viewer' },
  /** 409 where `offset` is not where the file goes on. */
  sendPiece: { method: 'PATCH', path: '/upload/:id', auth: 'viewer', kind: 'bytes' },
  dropUpload: { method: 'DELETE', path: '/upload/:id', auth: 'viewer', status: 204 },
})
