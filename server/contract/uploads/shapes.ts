import * as z from 'zod'
import { ById } from '../shared/shared.schema.ts'
import { THREAD_MAX } from '../threads/posting-limits.ts'

/** `offset`: bytes received. */
export const Upload = z.object({ id: z.string(), size: z.int(), offset: z.int() })

/**
 * Whether a film or sound can be posted. `upload_id` is what to name in the form once it is `ready`: another upload if
 * the file was converted, with `thumbnail_id` for a picture out of a film. `percent`: from 0 to 100.
 */
export const Conversion = z.object({
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  percent: z.int(),
  upload_id: z.string().nullable(),
  thumbnail_id: z.string().nullable(),
})

export const shapes = {
  startUpload: {
    body: z.object({ size: z.number().int().min(1).max(THREAD_MAX.videoBytes) }),
    output: Upload,
  },
  getUpload: { params: ById, output: Upload },
  sendPiece: {
    params: ById,
    query: z.object({ offset: z.coerce.number().int().min(0).max(THREAD_MAX.videoBytes) }),
    output: Upload,
  },
  dropUpload: { params: ById },
  convertUpload: {
    params: ById,
    /** `with_thumbnail`: also converts a film that can be played, for a picture that this browser cannot draw. */
    body: z.object({
      kind: z.enum(['audio', 'video']),
      with_thumbnail: z.boolean().optional(),
    }),
    output: Conversion,
  },
  getConversion: { params: ById, output: Conversion },
}
