import * as z from 'zod'
import { ById } from '../shared/shared.schema.ts'
import { THREAD_MAX } from '../threads/posting-limits.ts'

/** `offset`: bytes received. */
export const Upload = z.object({ id: z.string(), size: z.int(), offset: z.int() })

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
}
